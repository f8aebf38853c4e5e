import type { ModelEndpoint } from '@vitrial/core/ports'

/** How a server is configured, in OpenCode's own shape. */
export type OpenCodeConfig = Readonly<Record<string, unknown>>

const judgeToolPatterns = ['judge_*', 'candidate_*', 'submit_*', 'continue_*'] as const

/** The primary agent that judges. */
export const judgeAgentName = 'vitrial-judge'

/**
 * The judge's provider in its server's configuration. A neutral name, since OpenCode tells it to the model; one
 * that begins with `opencode` would make it name its sessions under another header.
 */
export const judgeProviderName = 'judge'

/** The candidate: OpenCode as its users have it, with no one there to answer a question. */
export function candidateConfig(model: ModelEndpoint, options: { websearch: boolean }): OpenCodeConfig {
  const web = options.websearch ? 'allow' : 'deny'
  return {
    ...modelConfig(model.ref.provider, model),
    permission: {
      '*': 'allow',
      external_directory: 'allow',
      doom_loop: 'allow',
      question: 'deny',
      webfetch: web,
      websearch: web,
    },
  }
}

/**
 * The judge: one agent that sees the four judge tools and nothing else. Without `invalid` a broken tool
 * call would reach it under a misleading name. Compaction is off, since it loses the rubric in mid-turn.
 */
export function judgeConfig(model: ModelEndpoint, options: { websearch: boolean }): OpenCodeConfig {
  const tools = [...judgeToolPatterns, 'invalid', ...(options.websearch ? ['webfetch', 'websearch'] : [])]
  const permission = { '*': 'deny', ...Object.fromEntries(tools.map((tool) => [tool, 'allow'])) }
  const disabled = ['build', 'plan', 'general', 'explore'].map((name) => [name, { disable: true }] as const)
  return {
    ...modelConfig(judgeProviderName, model),
    permission,
    default_agent: judgeAgentName,
    agent: {
      [judgeAgentName]: {
        mode: 'primary',
        description: 'Grades recorded work',
        prompt: 'You grade recorded work. Follow the instructions below.',
        permission,
      },
      ...Object.fromEntries(disabled),
    },
    compaction: { auto: false, prune: false },
    // The host pages what it serves; OpenCode must not cut a page again.
    tool_output: { max_bytes: 400_000, max_lines: 20_000 },
  }
}

/** One provider with one model, and nothing that reaches out or waits for a person. */
function modelConfig(provider: string, model: ModelEndpoint): OpenCodeConfig {
  const name = `${provider}/${model.ref.model}`
  // What a model costs is the gateway's to know: a price that changes makes no other agent. So are headers.
  const { cost: _, headers: _headers, ...entry } = model.entry
  return {
    model: name,
    small_model: name,
    enabled_providers: [provider],
    provider: {
      [provider]: {
        npm: '@ai-sdk/openai-compatible',
        // How long a provider may be silent is the gateway's to say.
        options: {
          baseURL: model.url,
          apiKey: model.token,
          timeout: false,
          headerTimeout: false,
          chunkTimeout: false,
        },
        models: { [model.ref.model]: entry },
      },
    },
    share: 'disabled',
    autoupdate: false,
    snapshot: false,
    lsp: false,
    formatter: false,
  }
}
