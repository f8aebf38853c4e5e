import { z } from 'zod'
import { printable } from '../../text/printable.ts'

/** A model as the person wrote it, taken apart: `provider/model` or `provider/model#variant`. */
export interface ModelRef {
  readonly provider: string
  /** Everything between the first `/` and the `#`; may itself contain slashes and colons. */
  readonly model: string
  readonly variant?: string
}

const modelRefPattern =
  /^(?<provider>[A-Za-z0-9][A-Za-z0-9._-]*)\/(?<model>[^\s#]+)(?:#(?<variant>[^\s#/:]+))?$/

/**
 * Takes a model reference apart; undefined if it is not of the form `provider/model[#variant]`, or not printable: it stands
 * in the name of each of its tests.
 */
export function parseModelRef(text: string): ModelRef | undefined {
  if (printable(text) !== text) return undefined
  const groups = modelRefPattern.exec(text)?.groups
  if (!groups) return undefined
  const { provider, model, variant } = groups
  if (provider === undefined || model === undefined) return undefined
  return { provider, model, ...(variant !== undefined && { variant }) }
}

/** A model reference in its one textual form. */
export const modelRefSchema = z.string().refine((text) => parseModelRef(text) !== undefined, {
  error: (issue) =>
    `${JSON.stringify(issue.input)} is not a model. Write provider/model or provider/model#variant, such as "anthropic/claude-sonnet-4-5".`,
  params: { code: 'VITRIAL_MODEL_REF_INVALID' },
})
