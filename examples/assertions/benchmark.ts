import type { Benchmark } from 'vitrial'

/** `npx vitest run --root examples/assertions`: the rubric measures, and `*.eval.ts` decides what is red. */
export default {
  models: ['scripted/careful', 'scripted/hasty'],
  judge: { model: 'scripted/judge' },
  repetitions: 1,
  pass: 'recorded',
  placement: { runtime: 'process' },
  candidate: {
    providers: {
      // `hasty` has no price: what it costs is unknown, and an assertion about it is skipped.
      scripted: { models: { careful: { cost: { input: 1, output: 5 } } } },
    },
  },
} satisfies Benchmark
