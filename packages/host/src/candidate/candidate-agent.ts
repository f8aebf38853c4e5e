import type { Harness, Runtime } from '@vitrial/core/ports'

/** What decides which agent runs. */
export interface AgentParts {
  readonly harness: Pick<Harness, 'agentVersion'>
  readonly runtime: Pick<Runtime, 'contained' | 'image'>
}

/** Which agent runs. */
export interface CandidateAgent {
  /** The recipe of the image it runs in; absent without one, and for one of the person's own. */
  readonly imageRecipe?: string
  readonly agentVersion: string
}

/** The agent that candidates are, where they run: in a container the one of its image, not this machine's. */
export async function candidateAgent({ harness, runtime }: AgentParts): Promise<CandidateAgent> {
  const image = await runtime.image?.()
  return {
    ...(image?.recipe !== undefined && { imageRecipe: image.recipe }),
    agentVersion: await harness.agentVersion(image),
  }
}
