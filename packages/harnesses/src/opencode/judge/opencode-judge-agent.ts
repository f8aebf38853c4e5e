import type { JudgeAgent, JudgeProfile, Runtime } from '@vitrial/core/ports'
import { rememberedVersion } from '../program/opencode-version.ts'
import { resolveOpenCodeBinary } from '../program/resolve-binary.ts'
import { JudgeServer } from './judge-server.ts'
import { OpenCodeJudgeSession } from './opencode-judge-session.ts'

/** Where the judge's OpenCode runs. */
export interface OpenCodeJudgeAgentOptions {
  /** Where its servers run, with `opencode` on the path. One that reaches this machine's loopback. */
  readonly runtime: Runtime
  /** The binary on this machine whose version is the agent's. @default the installed `opencode-ai` */
  readonly binary?: string
}

/**
 * Creates the agent that judges with OpenCode. One warm server serves all sessions of a model, since a start costs as much as
 * several judgments; it starts with the first session and ends when the agent is disposed.
 */
export function createOpenCodeJudgeAgent(options: OpenCodeJudgeAgentOptions): JudgeAgent {
  const servers = new Map<string, JudgeServer>()
  let isDisposed = false

  const agentVersion = rememberedVersion(() => options.binary ?? resolveOpenCodeBinary())
  const serverFor = ({ model, websearch }: JudgeProfile, ofVersion: string): JudgeServer => {
    const { ref, entry } = model
    const key = JSON.stringify([ref.provider, ref.model, entry, websearch])
    const server =
      servers.get(key) ??
      new JudgeServer({ runtime: options.runtime, model: { ref, entry }, websearch, version: ofVersion })
    servers.set(key, server)
    return server
  }

  return {
    kind: 'opencode',
    agentVersion,
    async open(profile, signal) {
      const ofVersion = await agentVersion()
      if (isDisposed) throw new Error('The judge agent has been closed.')
      return OpenCodeJudgeSession.open(serverFor(profile, ofVersion), profile, signal)
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true
      const ends = await Promise.allSettled(
        [...servers.values()].map((server) => server[Symbol.asyncDispose]()),
      )
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}
