import type { BenchmarkSettings } from '../settings/schemas/benchmark-settings.ts'
import type { CandidateSettings } from '../settings/schemas/candidate-settings.ts'
import type { EvalContainerSettings } from '../settings/schemas/eval-container-settings.ts'
import type { EvalSettings } from '../settings/schemas/eval-settings.ts'
import type { ContainerSettings } from '../settings/schemas/runtime-settings.ts'
import { modelSettingsOf, type ModelSettings } from './model-settings.ts'

/**
 * Everything the candidate can see or run into: a change of any of it calls for a new execution. Which runtime it
 * runs on, and which engine of several, is not in it. What is absent leaves the fingerprint as if it did not exist.
 */
export interface CandidateInputs extends ModelSettings {
  /** prompt.md, verbatim. */
  readonly prompt: string
  /** The hash of the files it starts with. */
  readonly workspace: string
  readonly prepare?: EvalSettings['prepare']
  readonly model: string
  /** The hash of the image's recipe, or the name of an image that the eval or the benchmark brings along. */
  readonly image?: string
  /** What the image of this eval alone is built from. */
  readonly build?: EvalContainerSettings['build']
  /** The containers beside it. */
  readonly services?: EvalContainerSettings['services']
  readonly agentVersion: string
  readonly engine: ContainerSettings['engine']
  readonly cpus?: number
  readonly memory?: number
  readonly files?: number
  readonly bytes?: number
  readonly harness: CandidateSettings['harness']
  /** Milliseconds. */
  readonly timeLimit: number
  /** US dollars. */
  readonly costLimit?: number
  readonly network?: CandidateSettings['network']
  readonly websearch: boolean
  /** Whether a sandbox keeps it from the machine. */
  readonly contained: boolean
  /** How its environment is observed and delivered. */
  readonly observe?: EvalSettings['observe']
}

/** A candidate at an eval, as declared and as found on this machine. */
export interface CandidateSubject {
  readonly settings: Pick<BenchmarkSettings, 'candidate' | 'container'>
  readonly eval: { readonly prompt: string; readonly settings: EvalSettings }
  readonly model: string
  readonly workspaceHash: string
  /** For a scripted model. */
  readonly scenarioHash?: string
  /** The hash of what the image of all evals is built from. @default the `container.image` setting, if there is one */
  readonly imageRecipe?: string
  readonly agentVersion: string
  readonly contained: boolean
}

/** Gathers what goes into a candidate fingerprint: the eval's settings, else the benchmark's. */
export function candidateInputsOf(subject: CandidateSubject): CandidateInputs {
  const { settings, eval: declared, model } = subject
  const { candidate, container } = settings
  const { candidate: own, container: ownContainer } = declared.settings
  return {
    prompt: declared.prompt,
    workspace: subject.workspaceHash,
    model,
    ...modelSettingsOf({ model, providers: candidate.providers, scenarioHash: subject.scenarioHash }),
    agentVersion: subject.agentVersion,
    engine: container.engine,
    harness: candidate.harness,
    timeLimit: own?.timeoutMs ?? candidate.timeoutMs,
    websearch: own?.websearch ?? candidate.websearch,
    contained: subject.contained,
    ...present({
      prepare: declared.settings.prepare,
      image: ownContainer?.build
        ? undefined
        : (ownContainer?.image ?? subject.imageRecipe ?? container.image),
      build: ownContainer?.build,
      services: ownContainer?.services,
      cpus: container.cpus,
      memory: container.memoryMiB,
      files: container.files,
      bytes: container.bytesMiB,
      costLimit: own?.maxCostUsd ?? candidate.maxCostUsd,
      network: own?.network ?? candidate.network,
      observe: declared.settings.observe,
    }),
  }
}

/** Leaves out what is undefined. */
function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the filter does
  return Object.fromEntries(kept) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
