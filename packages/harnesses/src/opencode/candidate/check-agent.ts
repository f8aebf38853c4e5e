import { errorMessage, InfrastructureError, suggestionFor } from '@vitrial/core/errors'
import { z } from 'zod'
import type { OpenCodeServer } from '../server/opencode-server.ts'

const listTimeoutMs = 30_000

const agentsSchema = z.array(
  z.object({
    name: z.string(),
    mode: z.enum(['primary', 'subagent', 'all']),
    /** Of OpenCode's own use, such as the one that writes titles. */
    hidden: z.boolean().nullish(),
  }),
)

/**
 * Checks that the server has the agent that the benchmark names, before it is prompted. Only the server knows:
 * the workspace may bring agents of its own.
 *
 * @throws {InfrastructureError} `VITRIAL_INFRA_AGENT_UNKNOWN` if a prompt cannot go to it.
 */
export async function checkAgent(server: OpenCodeServer, name: string, signal: AbortSignal): Promise<void> {
  const agents = await listAgents(server, signal)
  const takePrompts = agents.filter(({ mode, hidden }) => mode !== 'subagent' && hidden !== true)
  if (takePrompts.some((agent) => agent.name === name)) return
  const what = agents.some((agent) => agent.name === name) ? 'has only for its own use' : 'does not know'
  const names = takePrompts.map((agent) => agent.name).toSorted()
  throw new InfrastructureError(
    'VITRIAL_INFRA_AGENT_UNKNOWN',
    `The harness names the agent ${JSON.stringify(name)}, which OpenCode ${what} in this workspace. ` +
      `${suggestionFor(name, names)} Correct candidate.harness.agent in benchmark.ts.`,
  )
}

async function listAgents(
  server: OpenCodeServer,
  signal: AbortSignal,
): Promise<z.infer<typeof agentsSchema>> {
  try {
    const { data } = await server.client.app.agents(undefined, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(listTimeoutMs)]),
      throwOnError: true,
    })
    return agentsSchema.parse(data)
  } catch (cause) {
    signal.throwIfAborted()
    throw new InfrastructureError(
      'VITRIAL_INFRA_HARNESS_START',
      `OpenCode's server did not list its agents: ${errorMessage(cause)}. The end of its output:\n${server.log()}`,
      { cause },
    )
  }
}
