import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Duplex, Transform } from 'node:stream'
import { relayProgram, type RelaySettings } from '../inside/inner-programs.ts'

/** The relay as a process on this machine, behind a pipe that frames its output as an engine does. */
export interface LocalRelay extends AsyncDisposable {
  readonly process: ChildProcess
  readonly pipe: Duplex
}

export function startLocalRelay(settings: Partial<RelaySettings> = {}): LocalRelay {
  const limits = { files: 1_000_000, bytes: 1e12 }
  const text = relayProgram({ root: '/nowhere', silenceMs: 60_000, limits, ...settings })
  const child = spawn(process.execPath, ['-e', text], { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.on('error', () => {})
  const framed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const header = Buffer.alloc(8)
      header.writeUInt8(1, 0)
      header.writeUInt32BE(chunk.length, 4)
      done(null, Buffer.concat([header, chunk]))
    },
  })
  const pipe = Duplex.from({ readable: child.stdout.pipe(framed), writable: child.stdin })
  pipe.on('error', () => {})
  return {
    process: child,
    pipe,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
