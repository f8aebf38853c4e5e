import { expectTypeOf } from 'vitest'
import type { ErrorCodeOf } from './error-table.ts'
import { BenchmarkError, InfrastructureError, JudgeError, StoreError } from './vitrial-error.ts'

// Compiled with the sources, never run: each line holds a promise of the types.

expectTypeOf<ErrorCodeOf<'limit'>>().toEqualTypeOf<'VITRIAL_LIMIT_REACHED'>()

void new BenchmarkError('VITRIAL_RESULTS_HELD', 'Held.')
void new InfrastructureError('VITRIAL_INFRA_RECORDING', 'Lost.', { location: { file: 'a' } })

// @ts-expect-error -- a provider that fails is no benchmark that is wrong
void new BenchmarkError('VITRIAL_INFRA_PROVIDER', 'Down.')
// @ts-expect-error -- results that are held are no failure of the machine
void new InfrastructureError('VITRIAL_RESULTS_HELD', 'Held.')
// @ts-expect-error -- the machine failed, not the store
void new StoreError('VITRIAL_INFRA_RECORDING', 'Lost.')
// @ts-expect-error -- a metric is not the judge
void new JudgeError('VITRIAL_METRIC_FAILED', 'It is 0.')
