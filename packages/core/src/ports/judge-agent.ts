import type { JudgeToolName } from '../judging/judge-tools.ts'
import type { ModelEndpoint } from './model-gateway.ts'

/** A judge tool answers this. `isError` text is for the judge to correct itself by. */
export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

/** The four judge tools, bound to one judge run. */
export interface JudgeToolset {
  /** Calls a tool in this process. */
  call(tool: JudgeToolName, input: unknown): Promise<ToolAnswer>
  /** The same tools over MCP (Streamable HTTP): one server per tool-name prefix, `<url>/<prefix>`. */
  readonly mcp: { readonly url: string; readonly token: string }
}

/** All that a judge agent is told when it is opened. */
export interface JudgeProfile {
  readonly judgeRunId: string
  /** The shared base prompt and the rubric. */
  readonly systemPrompt: string
  readonly model: ModelEndpoint
  readonly tools: JudgeToolset
  readonly websearch: boolean
}

/** A judge is asked to grade this. */
export interface JudgeRequest {
  readonly requestId: string
  readonly phase: 'early' | 'final'
}

/** The end of a turn of the judge. Whether it submitted is known by the host, which serves the tools. */
export interface JudgeTurn {
  readonly status: 'ended' | 'crashed' | 'provider_failed'
  readonly detail?: string
}

/** The parts of a judge session that are kept, tokens redacted. */
export interface JudgeSessionArchive {
  readonly transcript: unknown
  readonly configuration: unknown
}

/** One conversation with the judge. Turns are serial. */
export interface JudgeSession extends AsyncDisposable {
  /** A check of a live run: the judge may submit or continue. */
  check(request: JudgeRequest, signal: AbortSignal): Promise<JudgeTurn>
  /** The final grade. */
  grade(request: JudgeRequest, signal: AbortSignal): Promise<JudgeTurn>
  /** What is to be kept of it. */
  archive(signal: AbortSignal): Promise<JudgeSessionArchive>
}

/**
 * The judge as an agent. One implementation may serve many sessions from one warm server.
 *
 * @example
 * ```ts
 * // Decides nothing, through the tools that every judge has.
 * const undecided: JudgeAgent = {
 *   kind: 'undecided',
 *   agentVersion: async () => '1',
 *   async open({ tools }) {
 *     const turn = async ({ requestId }: JudgeRequest): Promise<JudgeTurn> => {
 *       const asked = { value: null, reason: 'I decide nothing.', evidence: [] }
 *       const { text } = await tools.call('submit_judgment', { requestId, metrics: { asked } })
 *       return { status: 'ended', detail: text }
 *     }
 *     const archive = async () => ({ transcript: [], configuration: {} })
 *     return { check: turn, grade: turn, archive, [Symbol.asyncDispose]: async () => {} }
 *   },
 *   [Symbol.asyncDispose]: async () => {},
 * }
 * ```
 */
export interface JudgeAgent extends AsyncDisposable {
  /** Its name in records. */
  readonly kind: string
  /** The version of the agent, kept with each judge run. */
  agentVersion(): Promise<string>
  /** Begins a conversation; the judge does nothing before it is asked. */
  open(profile: JudgeProfile, signal: AbortSignal): Promise<JudgeSession>
}
