import type { Benchmark } from 'vitrial'

/** Without `pass`, every metric must be 1: `npx vitest run --root examples/must-pass` fails, and says why. */
export default {
  models: ['scripted/hasty'],
  judge: { model: 'scripted/judge' },
  repetitions: 1,
  placement: { runtime: 'process' },
} satisfies Benchmark
