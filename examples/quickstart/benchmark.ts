import type { Benchmark } from 'vitrial'

export default {
  // Scripted models play the modules in scripted/: the agent and the judge are real, no model is.
  // For a real one, name it here, describe its provider below and allow its key (see README.md).
  models: ['scripted/careful', 'scripted/hasty'],
  judge: { model: 'scripted/judge' },
  repetitions: 1,
  // To show what each model scores is all this example wants; the default, 'every', makes a failed metric red.
  pass: 'recorded',
  // On this machine, not isolated: fine for scripted models. The default is docker.
  placement: { runtime: 'process' },
  candidate: {
    timeoutMs: 120_000,
    providers: {
      scripted: {
        // US dollars for a million tokens. `hasty` has no price, so its cost is unknown, and is said to be.
        models: { careful: { cost: { input: 1, output: 5 } }, judge: { cost: { input: 1, output: 5 } } },
      },
    },
  },
} satisfies Benchmark
