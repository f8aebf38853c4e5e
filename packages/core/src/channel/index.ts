export {
  channelProtocol,
  channelRequestSchema,
  channelResponseSchema,
  type ChannelRequest,
  type ChannelResponse,
} from './channel-message.ts'
export { runRequestSchema, type RunRequest } from './run-request.ts'
