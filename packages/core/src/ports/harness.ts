import type { NewEvent } from '../recording/event.ts'
import type { ModelEndpoint } from './model-gateway.ts'
import type { Sandbox } from './sandbox.ts'
import type { SandboxImage } from './runtime.ts'

/** The candidate is asked to do this. It holds nothing of rubric, judge, results or host paths. */
export interface HarnessTask {
  readonly runId: string
  /** The prompt, verbatim. */
  readonly prompt: string
  readonly model: ModelEndpoint
  readonly websearch: boolean
  /** As {@link Harness.agentVersion} told it. */
  readonly agentVersion: string
}

/** The version of an agent in an image that does not tell. */
export const unknownAgentVersion = 'unknown'

/** A harness puts here what it sees, as it happens. */
export interface EventSink {
  /** Appends; the recording gives it its sequence number and time. */
  emit(event: NewEvent): void
  /** Keeps a file of the harness's own beside the events, such as the native transcript. */
  attach(name: string, content: Uint8Array): void
  /** Says what must not be kept from now on, such as a password of the harness's own. */
  keepOut(secret: string): void
}

/**
 * The end of driving. A broken sandbox is thrown instead, as an {@link InfrastructureError}. `provider_failed` is
 * what the agent says: whether its model failed it is known from the gateway's record.
 */
export interface DriveOutcome {
  readonly status:
    | 'completed'
    | 'declared_failure'
    | 'crashed'
    | 'provider_failed'
    | 'timed_out'
    | 'cancelled'
  /** The id under which the agent itself knows the run. */
  readonly correlationId: string
  /** The final answer; absent if it gave none. */
  readonly response?: string
  readonly detail?: string
}

/**
 * A harness drives candidates of one kind.
 *
 * @example
 * ```ts
 * // Has a program answer the prompt, which is its one argument.
 * function programHarness(program: string): Harness {
 *   return {
 *     kind: 'program',
 *     agentVersion: async (image) => image?.agentVersion ?? unknownAgentVersion,
 *     async drive({ runId, prompt }, sandbox, sink, signal) {
 *       const cwd = sandbox.directories.workspace
 *       const running = await sandbox.exec({ argv: [program, prompt], cwd }, signal)
 *       signal.addEventListener('abort', () => void running.kill())
 *       const [response, errors] = await Promise.all([textOf(running.stdout), textOf(running.stderr)])
 *       const body = { stream: 'stderr', text: errors } as const
 *       sink.emit({ session: '', source: 'harness', kind: 'process_output', body })
 *       const { code } = await running.exit
 *       return { status: statusOf(code, signal), correlationId: runId, response }
 *     },
 *   }
 * }
 * ```
 */
export interface Harness {
  /** Its name in settings and records. */
  readonly kind: string
  /** True if its agent does nothing before it has called its model: a run without a call never began. @default false */
  readonly actsByCalls?: boolean
  /**
   * The version of the agent it drives, for the candidate fingerprint.
   *
   * @param image what the agent's sandbox is made from; undefined if it is this machine's own program.
   */
  agentVersion(image: SandboxImage | undefined): Promise<string>
  /**
   * Runs the task to its end.
   *
   * @param signal aborts with a `TimeoutError` when the run's time is up, with anything else when it is cancelled.
   */
  drive(task: HarnessTask, sandbox: Sandbox, sink: EventSink, signal: AbortSignal): Promise<DriveOutcome>
}
