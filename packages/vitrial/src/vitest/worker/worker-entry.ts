import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'
import { isChannelMessage } from '../channel/is-channel-message.ts'
import { ChannelClient } from './client/channel-client.ts'
import { useChannel } from './client/worker-channel.ts'

// The thread of Vitest's own `threads` pool, with a channel to the host beside Vitest's RPC.
const port = parentPort
if (!port) throw new Error('The worker entry of vitrial runs in a worker thread only.')

const channel = new ChannelClient((request) => port.postMessage(request))
useChannel(channel)
port.on('message', (message: unknown) => {
  if (isChannelMessage(message)) channel.receive(message)
})

init({
  post: (response) => port.postMessage(response),
  on: (listener) => port.on('message', listener),
  off: (listener) => port.off('message', listener),
  teardown: () => port.removeAllListeners('message'),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
})
