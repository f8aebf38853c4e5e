import type { ScenarioMessage } from './scenario.ts'

/** The text of a message, whether it came as one text or in parts. */
export function scenarioMessageText(message: ScenarioMessage): string {
  const { content } = message
  if (content === undefined || content === null) return ''
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('')
}
