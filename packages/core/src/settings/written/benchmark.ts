import type { PassRule } from '../schemas/pass-rule.ts'
import type { Provider } from './provider.ts'

/** Who grades, and how. */
export interface Judge {
  /** The model of the judge, `provider/model` or `provider/model#variant`. */
  readonly model: string
  /** How long one grading may take, in milliseconds; at most 12 hours. @default 600_000 */
  readonly timeoutMs?: number | undefined
}

/** OpenCode, as its users have it. */
export interface OpenCodeHarness {
  readonly kind: 'opencode'
  /** The primary agent to prompt: OpenCode's own or the workspace's. @default OpenCode's `default_agent` */
  readonly agent?: string | undefined
}

/** The agent under test, for every eval of a benchmark. */
export interface Candidate {
  /** How the agent is driven. @default 'opencode' */
  readonly harness?: 'opencode' | OpenCodeHarness | undefined
  /** How long a trial may take, in milliseconds; at most 12 hours. @default 2_700_000 */
  readonly timeoutMs?: number | undefined
  /** Providers by the name that stands before the `/` of a model. */
  readonly providers?: Readonly<Record<string, Provider>> | undefined
}

/** What each candidate's container is made of and may use. Runtime `process` heeds nothing of it. */
export interface Container {
  /** Which engine runs it. @default 'docker' */
  readonly engine?: 'docker' | 'podman' | undefined
  /** An image of your own. @default the one that `vitrial image` builds */
  readonly image?: string | undefined
  /** How many processors, such as 0.5. @default no limit */
  readonly cpus?: number | undefined
  /** How much memory. @default no limit */
  readonly memoryMiB?: number | undefined
  /** How many files the workspace may have. */
  readonly files?: number | undefined
  /** How large the workspace may be. */
  readonly bytesMiB?: number | undefined
}

/** A place where sandboxes run: containers, or plain processes of this machine. */
export type RuntimeDeclaration =
  | { readonly kind: 'docker' }
  | {
      readonly kind: 'process'
      /** Lets agents that nothing isolates use models with real keys. @default false */
      readonly allowRealKeys?: boolean | undefined
    }

/**
 * A benchmark's settings as a person writes them in `benchmark.ts`: those that work in this version.
 *
 * @example export default { models: ['scripted/careful'], judge: { model: 'scripted/judge' } } satisfies Benchmark
 */
export interface Benchmark {
  /** @default the folder's name */
  readonly name?: string | undefined
  /** The models that run every eval, `provider/model` or `provider/model#variant`. At least one. */
  readonly models: readonly string[]
  /** How often each model runs each eval, from 1 to 1,000. @default 3 */
  readonly repetitions?: number | undefined
  /** How many sandboxes and judges work at once. @default from the machine, 2 to 10 */
  readonly concurrency?: number | undefined
  /**
   * What makes a trial's test green: `'every'` metric at 1, a mean that reaches a number in [0, 1], or `'recorded'`: that
   * it was judged at all.
   *
   * @default 'every'
   */
  readonly pass?: PassRule | undefined
  /** Who grades. */
  readonly judge?: Judge | undefined
  /** The agent under test. */
  readonly candidate?: Candidate | undefined
  /** What each candidate's container is made of and may use. */
  readonly container?: Container | undefined
  /** Runtimes by id, beside `docker` and `process`; an id that is declared here replaces the built-in one. */
  readonly runtimes?: Readonly<Record<string, RuntimeDeclaration>> | undefined
  /** Where candidates run. */
  readonly placement?:
    | {
        /** The id of a runtime. @default 'docker' */
        readonly runtime?: string | undefined
      }
    | undefined
  /** Only evals with a metric in one of these categories. @default all */
  readonly categories?: readonly string[] | undefined
}
