import type { TestSpecification, Vitest } from 'vitest/node'

/** What of a run's specifications runs here: with `--shard` only a part of what a reporter is told. */
export async function ownShare(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<readonly TestSpecification[]> {
  if (!vitest.config.shard) return specifications
  const Sequencer = vitest.config.sequence.sequencer
  return new Sequencer(vitest).shard([...specifications])
}
