import type { JudgeToolName } from '../judging/judge-tools.ts'
import type { ModelEndpoint } from './model-gateway.ts'

/** What a judge tool answers. `isError` text is for the judge to correct itself by. */
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

/** What to grade. */
export interface JudgeRequest {
  readonly requestId: string
  readonly phase: 'early' | 'final'
}

/** How a turn of the judge ended. Whether it submitted is known by the host, which serves the tools. */
export interface JudgeTurn {
  readonly status: 'ended' | 'crashed' | 'provider_failed'
  readonly detail?: string
}

/** What is kept of a judge session, tokens redacted. */
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

/** The judge as an agent. One implementation may serve many sessions from one warm server. */
export interface JudgeAgent extends AsyncDisposable {
  readonly kind: string
  agentVersion(): Promise<string>
  open(profile: JudgeProfile, signal: AbortSignal): Promise<JudgeSession>
}
