import type { ScenarioRequest } from './scenario.ts'

/** How many assistant messages there are since the last user message. */
export function turnOf(request: ScenarioRequest): number {
  const lastUser = request.messages.findLastIndex((message) => message.role === 'user')
  return request.messages.slice(lastUser + 1).filter((message) => message.role === 'assistant').length
}
