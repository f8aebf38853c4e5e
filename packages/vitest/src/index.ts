export { type Benchmark, type Eval } from '@vitrial/core'
