import { errorMessage, InfrastructureError } from '@vitrial/core/errors'
import { ellipsize } from '@vitrial/core/text'
import { z } from 'zod'
import type { OpenCodeServer } from '../server/opencode-server.ts'

const answerTimeoutMs = 60_000
const longestReason = 500

/** How OpenCode says that a file of its configuration is not one. */
const configErrorSchema = z.object({
  name: z.string().regex(/^Config/),
  data: z.object({
    path: z.string().optional(),
    message: z.string().optional(),
    issues: z.array(z.object({ path: z.array(z.unknown()), message: z.string() })).optional(),
  }),
})

/**
 * Checks that the server takes the configuration that lies in its workspace. With one that is broken it answers nothing
 * at all, neither events nor sessions.
 *
 * @param workspace where the server sees it
 * @throws {InfrastructureError} `VITRIAL_INFRA_AGENT_CONFIG`, in OpenCode's own words, if it does not
 */
export async function checkConfig(
  { client, log }: Pick<OpenCodeServer, 'client' | 'log'>,
  workspace: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await client.path
    .get(undefined, { signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]) })
    .catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new InfrastructureError(
        'VITRIAL_INFRA_HARNESS_START',
        `OpenCode's server does not answer: ${errorMessage(cause)}. The end of its output:\n${log()}`,
        { cause },
      )
    })
  signal.throwIfAborted()
  const said = configErrorSchema.safeParse(answer.error).data
  if (said === undefined) return
  const { path = 'its configuration', message = said.name, issues = [] } = said.data
  const reasons = issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`)
  const file = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path
  const reason = (reasons.length > 0 ? reasons.join('; ') : message).replaceAll(/\s+/g, ' ').trim()
  throw new InfrastructureError(
    'VITRIAL_INFRA_AGENT_CONFIG',
    `OpenCode does not take ${file} in the eval's workspace: ${ellipsize(reason, longestReason)} ` +
      "Correct that file in the eval's workspace folder.",
  )
}
