import type { TestSpecification, Vitest } from 'vitest/node'
import { vitestMajor } from '../output/vitest-major.ts'

/**
 * What of a run's specifications runs here, in the order in which workers take them: a reporter is told them
 * unsorted, and by Vitest 4 those of other shards too.
 */
export async function ownShare(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<readonly TestSpecification[]> {
  const Sequencer = vitest.config.sequence.sequencer
  const sequencer = new Sequencer(vitest)
  const isWhole = vitest.config.shard !== undefined && vitestMajor() < 5
  const share = isWhole ? await sequencer.shard([...specifications]) : specifications
  return await sequencer.sort([...share])
}
