import type { TestSpecification, Vitest } from 'vitest/node'

/**
 * What of a run's specifications runs here, in the order in which workers take them: a reporter is told all
 * of them, with `--shard` too, and unsorted.
 */
export async function ownShare(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<readonly TestSpecification[]> {
  const Sequencer = vitest.config.sequence.sequencer
  const sequencer = new Sequencer(vitest)
  const share = vitest.config.shard ? await sequencer.shard([...specifications]) : specifications
  return await sequencer.sort([...share])
}
