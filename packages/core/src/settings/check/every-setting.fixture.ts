import type { BenchmarkInput } from '../schemas/benchmark-settings.ts'
import type { EvalInput } from '../schemas/eval-settings.ts'

/** A benchmark that uses every setting. */
export const everyBenchmarkSetting = {
  name: 'shop',
  suite: 'frontier',
  weight: 2,
  models: ['openai/gpt-5#high', 'scripted/careful'],
  arms: {
    without: {},
    'with-skill': {
      overlay: 'skills/dialect',
      instructions: 'skills/AGENTS.md',
      env: { LOCALE: 'C' },
      mcp: { docs: { type: 'remote', url: 'https://docs.example/mcp' } },
      candidate: { harness: 'opencode', timeoutMs: 1000, maxCostUsd: 1 },
      evals: ['ask-dialect'],
    },
  },
  baselineArm: 'without',
  repetitions: 5,
  concurrency: 4,
  pass: 0.5,
  gate: {
    minScore: 80,
    minCoverage: 90,
    maxRegression: 2,
    critical: ['ask-dialect'],
    baseline: 'main',
    maxCostUsd: 3,
    maxInfraFailures: 0,
  },
  limits: { costUsd: 10 },
  judge: {
    models: ['openai/a', 'openai/b', 'openai/c'],
    rule: 'majority',
    repetitions: 2,
    kind: 'model',
    timeoutMs: 60_000,
    websearch: true,
    runtime: 'farm',
    verification: { image: 'node:22', memoryMiB: 2048 },
  },
  candidate: {
    harness: {
      kind: 'service',
      images: [{ name: 'api', image: 'shop/api:1' }],
      port: 8080,
      submit: { method: 'POST', path: '/runs', json: { prompt: '{prompt}' } },
      correlate: { path: 'id' },
      complete: { poll: { path: '/runs/{id}', done: { path: 'status', equals: ['done', 'ok'] } } },
    },
    timeoutMs: 12 * 60 * 60_000,
    websearch: 'exa',
    providers: {
      openai: { options: { baseURL: 'https://models.example/v1', apiKey: '{env:OPENAI_API_KEY}' } },
    },
    maxCostUsd: 0.5,
    network: { allow: ['registry.npmjs.org'] },
  },
  container: {
    engine: 'podman',
    image: 'shop/agent',
    cpus: 2,
    memoryMiB: 4096,
    files: 10_000,
    bytesMiB: 512,
  },
  runtimes: {
    here: { kind: 'process', allowRealKeys: true },
    box: { kind: 'docker' },
    farm: {
      kind: 'engines',
      endpoints: [{ name: 'one', url: 'ssh://build@one', slots: 4, labels: ['gpu'], tls: { ca: 'ca.pem' } }],
    },
  },
  placement: { runtime: 'farm', labels: ['gpu'] },
  sinks: { hook: { url: 'https://sink.example/{run_id}', private: true } },
  calibration: { minKappa: 0.6, minCases: 20 },
  categories: ['security'],
} as const satisfies BenchmarkInput

/** An eval that uses every setting. */
export const everyEvalSetting = {
  container: {
    build: { context: 'environment', dockerfile: 'environment/Dockerfile' },
    services: { db: { image: 'postgres:17', argv: ['postgres'], env: { LANG: 'C' } } },
  },
  prepare: [
    { cwd: 'checkout', argv: ['npm', 'ci'], timeoutMs: 1000, network: { allow: ['registry.npmjs.org'] } },
  ],
  candidate: { timeoutMs: 1000, maxCostUsd: 1, websearch: true, network: { allow: ['registry.npmjs.org'] } },
  placement: { runtime: 'box' },
  pass: 'recorded',
  excludeDirectories: ['node_modules'],
  workspace: {
    revisions: [{ ref: 'main', directory: 'before', message: 'Start' }],
    ref: 'main',
    checkout: 'repo',
  },
  earlyStop: { minIntervalMs: 1000, maxChecks: 3, maxCostUsd: 1, onlyModels: ['openai/a'] },
  oracle: { commands: [{ argv: ['npm', 'test'] }] },
  guards: ['left_tests_alone'],
  observe: {
    target: { kind: 'page', parts: ['url', 'dom'], cdp: 9222 },
    delivery: { mode: 'egress', sink: 'hook' },
  },
} as const satisfies EvalInput
