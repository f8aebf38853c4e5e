import type { TrialScope } from '@vitrial/core/plan'
import { InvalidArgumentError, type Command } from 'commander'

/** The options that limit what a command works on, as given. */
export interface ScopeOptions {
  readonly onlyEval?: readonly string[]
  readonly onlyModel?: readonly string[]
  readonly onlyRepetition?: readonly number[]
}

export interface CostOption {
  readonly maxCost?: number
}

/** Lets a command be limited to evals, models and repetitions, each named exactly. */
export function withScope(command: Command): Command {
  return command
    .option('--only-eval <id>', 'this eval only; can be repeated', collected)
    .option('--only-model <model>', 'this model only; can be repeated', collected)
    .option(
      '--only-repetition <n>',
      'this repetition only, counted from 1; can be repeated',
      collectedNumbers,
    )
}

export function withMaxCost(command: Command): Command {
  return command.option(
    '--max-cost <usd>',
    'what all work may cost, judges included; what does not fit is deferred',
    costOf,
  )
}

/** The scope as the SDK takes it. */
export function scopeOf({ onlyEval, onlyModel, onlyRepetition }: ScopeOptions): TrialScope {
  return { onlyEvals: onlyEval, onlyModels: onlyModel, onlyRepetitions: onlyRepetition }
}

function collected(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value]
}

function collectedNumbers(value: string, earlier: readonly number[] = []): readonly number[] {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError('It is a whole number of at least 1.')
  return [...earlier, Number(value)]
}

function costOf(value: string): number {
  const usd = Number(value)
  if (value.trim() !== '' && Number.isFinite(usd) && usd >= 0) return usd
  throw new InvalidArgumentError('It is a number of US dollars of at least 0.')
}
