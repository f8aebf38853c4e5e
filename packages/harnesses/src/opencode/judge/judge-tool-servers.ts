import { JudgeError, errorMessage } from '@vitrial/core/errors'
import { judgeToolNames } from '@vitrial/core/judging'
import type { JudgeToolset } from '@vitrial/core/ports'
import type { McpRemoteConfig, OpencodeClient } from '@opencode-ai/sdk/v2/client'

const connectTimeoutMs = 60_000
/** How often a server that did not connect is asked again. Its tools keep nothing between calls. */
const connectAttempts = 3
/** A page of a big recording may take its time. */
const callTimeoutMs = 60_000

/** OpenCode names a tool `<server>_<tool>`: one server for each prefix gives exactly the judge's names. */
const toolServers = judgeToolNames.map((name) => name.slice(0, name.indexOf('_')))

/** The configuration of the four tool servers, by name. */
export function judgeToolServers({ url, token }: JudgeToolset['mcp']): Record<string, McpRemoteConfig> {
  return Object.fromEntries(
    toolServers.map((name) => [
      name,
      {
        type: 'remote',
        url: `${url}/${name}`,
        enabled: true,
        oauth: false,
        headers: { Authorization: `Bearer ${token}` },
        timeout: callTimeoutMs,
      },
    ]),
  )
}

/**
 * Gives the sessions of a directory the judge's tools.
 *
 * @throws {JudgeError} `VITRIAL_JUDGE_START` if one of them cannot be reached.
 */
export async function connectJudgeTools(
  client: OpencodeClient,
  { directory, mcp }: { readonly directory: string; readonly mcp: JudgeToolset['mcp'] },
  signal: AbortSignal,
): Promise<void> {
  const options = {
    signal: AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)]),
    throwOnError: true,
  } as const
  try {
    let missing = Object.entries(judgeToolServers(mcp))
    let said = ''
    for (let attempt = 1; missing.length > 0 && attempt <= connectAttempts; attempt += 1) {
      await Promise.all(missing.map(([name, config]) => client.mcp.add({ directory, name, config }, options)))
      const { data } = await client.mcp.status({ directory }, options)
      missing = missing.filter(([name]) => data[name]?.status !== 'connected')
      said = missing.map(([name]) => JSON.stringify({ [name]: data[name] })).join(', ')
    }
    if (missing.length > 0) throw new Error(`not connected: ${said}`)
  } catch (cause) {
    signal.throwIfAborted()
    throw new JudgeError(
      'VITRIAL_JUDGE_START',
      `The judge's tools at ${mcp.url} could not be connected (${errorMessage(cause)}). Rejudge it.`,
      { cause },
    )
  }
}
