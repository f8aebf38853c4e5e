'use strict'
/*
 * The relay, the main process of a sandbox's container: the inner end of the tunnel, and the watch over the limits. It is
 * handed over as text, so it needs nothing else; Node runs it, or Bun, which keeps no connection half open. In front of
 * it stand `settings`, { root, silenceMs, limits: { files, bytes } }, and limits.cjs. The host's end is
 * src/docker/tunnel/, where the frames are described. It ends, and the container with it, when the host is gone or
 * silent.
 */
const net = require('node:net')

const OPEN = 1
const ACCEPT = 2
const DATA = 3
const END = 4
const RESET = 5
const CREDIT = 6
const PING = 7
const PONG = 8
const CONTROL = 9
const HEADER_BYTES = 9
const PAYLOAD_BYTES = 64 * 1024
const WINDOW_BYTES = 256 * 1024
const MAX_ACCEPTED = 1024
const LOOPBACK = '127.0.0.1'

// Node's own stdout blocks on a pipe; Bun has no sockets on descriptors.
const isBun = typeof Bun !== 'undefined'
const input = isBun ? process.stdin : new net.Socket({ fd: 0, readable: true, writable: false })
const output = isBun ? process.stdout : new net.Socket({ fd: 1, readable: false, writable: true })

let isEnding = false
function end(why) {
  if (isEnding) return
  isEnding = true
  process.stderr.write(`${why}\n`)
  setTimeout(() => process.exit(3), 5)
}

// ---- frames

function send(type, id, payload) {
  const length = payload === undefined ? 0 : payload.length
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length)
  frame[0] = type
  frame.writeUInt32BE(id, 1)
  frame.writeUInt32BE(length, 5)
  if (length > 0) payload.copy(frame, HEADER_BYTES)
  output.write(frame)
}

function sendNumber(type, id, number) {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32BE(number)
  send(type, id, payload)
}

const sendControl = (message) => send(CONTROL, 0, Buffer.from(JSON.stringify(message)))

let received = Buffer.alloc(0)
function receive(chunk) {
  received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
  let at = 0
  while (received.length - at >= HEADER_BYTES) {
    const length = received.readUInt32BE(at + 5)
    if (length > PAYLOAD_BYTES) return end('The host sent a frame that is too large.')
    if (received.length - at < HEADER_BYTES + length) break
    const payload = received.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length)
    handle(received[at], received.readUInt32BE(at + 1), payload)
    at += HEADER_BYTES + length
  }
  received = received.subarray(at)
}

// ---- streams: one socket each

const streams = new Map()
let nextId = 2

function addStream(id, socket) {
  const stream = {
    socket,
    credit: WINDOW_BYTES,
    owed: 0,
    pending: undefined,
    sawEnd: false,
    sentEnd: false,
    gotEnd: false,
    isClosed: false,
  }
  streams.set(id, stream)
  socket.on('data', (chunk) => {
    stream.pending = chunk
    socket.pause()
    pump(id, stream)
  })
  socket.on('end', () => {
    stream.sawEnd = true
    pump(id, stream)
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    stream.isClosed = true
    release(id, stream)
  })
  return stream
}

/** Sends what a socket gave as far as the host has room for it. */
function pump(id, stream) {
  if (streams.get(id) !== stream) return
  while (stream.pending !== undefined && stream.credit > 0) {
    const part = stream.pending.subarray(0, Math.min(stream.credit, PAYLOAD_BYTES))
    send(DATA, id, part)
    stream.credit -= part.length
    stream.pending = part.length === stream.pending.length ? undefined : stream.pending.subarray(part.length)
    if (stream.pending === undefined && !stream.isClosed) stream.socket.resume()
  }
  if (stream.pending === undefined && stream.sawEnd && !stream.sentEnd) {
    stream.sentEnd = true
    send(END, id)
    release(id, stream)
  }
}

/** A socket may be closed while the last it gave still waits for room: only then is the stream over. */
function release(id, stream) {
  if (!stream.isClosed || (stream.sawEnd && !stream.sentEnd)) return
  if (streams.delete(id) && !(stream.sentEnd && stream.gotEnd)) send(RESET, id)
}

/** Gives the host new room for what the socket has taken. */
function taken(id, stream, length) {
  stream.owed += length
  if (stream.owed < WINDOW_BYTES / 4 || streams.get(id) !== stream) return
  sendNumber(CREDIT, id, stream.owed)
  stream.owed = 0
}

function dial(id, port) {
  const socket = net.connect({ host: LOOPBACK, port, allowHalfOpen: true, noDelay: true })
  addStream(id, socket)
  socket.on('connect', () => send(ACCEPT, id))
}

const servers = new Map()
// Those the host dials are not counted: the candidate must not be able to use up the host's way in.
let accepted = 0

function listen(request, port) {
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (accepted >= MAX_ACCEPTED) {
      socket.destroy()
      return
    }
    const id = nextId
    nextId += 2
    sendNumber(OPEN, id, server.address().port)
    addStream(id, socket)
    accepted += 1
    socket.on('close', () => (accepted -= 1))
  })
  server.on('error', (error) => sendControl({ answers: request, error: String(error.code) }))
  server.listen(port, LOOPBACK, () => {
    servers.set(server.address().port, server)
    sendControl({ answers: request, port: server.address().port })
  })
}

let heardAt = performance.now()

function handle(type, id, payload) {
  const stream = streams.get(id)
  if (type === PING) {
    heardAt = performance.now()
    send(PONG, id)
  } else if (type === OPEN) dial(id, payload.readUInt32BE(0))
  else if (type === CONTROL) control(JSON.parse(payload.toString()))
  else if (stream === undefined) return
  else if (type === DATA) {
    // A copy: the buffer it lies in would be kept by a socket that is slow.
    const content = Buffer.from(payload)
    stream.socket.write(content, () => taken(id, stream, content.length))
  } else if (type === END) {
    stream.gotEnd = true
    stream.socket.end()
  } else if (type === RESET) {
    streams.delete(id)
    stream.socket.resetAndDestroy()
  } else if (type === CREDIT) {
    stream.credit += payload.readUInt32BE(0)
    pump(id, stream)
  }
}

function control(message) {
  if (message.listen !== undefined) listen(message.request, message.listen)
  else if (message.unlisten !== undefined) {
    const server = servers.get(message.unlisten)
    servers.delete(message.unlisten)
    if (server !== undefined) server.close()
    sendControl({ answers: message.request })
  } else if (message.look !== undefined) {
    void look().then((report) => sendControl({ answers: message.request, report }))
  }
}

/** Looks about every second, and never more than a tenth of the time. */
async function watch() {
  for (;;) {
    const before = performance.now()
    sendControl({ report: await look() })
    const pause = Math.max(1000, 10 * (performance.now() - before))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

input.on('data', receive)
input.on('end', () => end('The host closed the tunnel.'))
input.on('error', (error) => end(`The tunnel broke: ${error.code}.`))
output.on('error', (error) => end(`The tunnel broke: ${error.code}.`))
process.on('SIGTERM', () => end('Told to end.'))
setInterval(() => {
  if (performance.now() - heardAt > settings.silenceMs)
    end(`The host was silent for ${settings.silenceMs} ms.`)
}, 500)
void watch()
