import { BenchmarkError } from '@vitrial/core/errors'
import {
  describeEngine,
  findEngine,
  imageStatus,
  nameEngine,
  requireUsable,
  type EngineApi,
  type EngineDescription,
  type EngineKind,
  type FoundEngine,
} from '@vitrial/runtimes'
import type { CommandContext } from '../frame/command-work.ts'
import type { Check } from './check.ts'

/** The engine that was found, if one was, and what became of looking for it. */
export interface EngineCheck {
  readonly check: Check
  readonly engine?: FoundEngine & { readonly description: EngineDescription }
}

export interface EngineCheckOptions {
  readonly context: CommandContext
  /** The engine that the benchmark names. */
  readonly kind: EngineKind
  /** False where no candidate runs in a container. */
  readonly isNeeded: boolean
}

/** Looks for the container engine. */
export async function checkEngine({ context, kind, isNeeded }: EngineCheckOptions): Promise<EngineCheck> {
  try {
    nameEngine(kind, context.environment)
    const found = await findEngine(context)
    const description = await describeEngine(found.api, context.signal)
    requireUsable(description, found.address)
    const { version, cpus, memoryBytes } = description
    const size = `${cpus} CPUs, ${Math.round(memoryBytes / 2 ** 30)} GiB`
    const text = `${description.kind} ${version} at ${found.address}, ${size}`
    return { check: { id: 'engine', state: 'ok', text }, engine: { ...found, description } }
  } catch (error) {
    if (!(error instanceof BenchmarkError)) throw error
    if (isNeeded) return { check: { id: 'engine', state: 'no', text: error.message } }
    const text = 'no container engine, and nothing here runs in one'
    return { check: { id: 'engine', state: 'unknown', text } }
  }
}

export interface ImageCheckOptions extends EngineCheckOptions {
  /** Undefined if none was found. */
  readonly engine: EngineApi | undefined
  /** The image that the benchmark names, if it names one. */
  readonly image: string | undefined
}

/** Checks that the engine has the image that candidates run in. */
export async function checkImage(options: ImageCheckOptions): Promise<Check> {
  const { engine, image: named, kind, context, isNeeded } = options
  if (!engine) return { id: 'image', state: 'unknown', text: 'image not looked for: no engine has it' }
  const status = await imageStatus(engine, {
    signal: context.signal,
    kind,
    ...(named !== undefined && { image: named }),
  })
  const { state, image, sizeBytes = 0, command } = status
  if (state === 'ready') {
    return { id: 'image', state: 'ok', text: `image ${image}, ${Math.round(sizeBytes / 1_000_000)} MB` }
  }
  const text = `image ${image} is ${state}${isNeeded ? '' : ', and nothing here runs in it'}`
  return { id: 'image', state: isNeeded ? 'no' : 'unknown', text, fix: command }
}
