import { expect, test } from 'vitest'
import { scriptedModelsOf } from './scripted-models.ts'
import { trialRecord } from '../records/trial-record.fixture.ts'

const scripted = trialRecord({ scripted: true, values: { asked: 1 } })
const real = trialRecord({ model: 'provider/real', scripted: false })

test('names scripted candidates and judges once', () => {
  expect(scriptedModelsOf([scripted, scripted])).toEqual({
    names: ['scripted/careful', 'scripted/judge'],
    isAll: true,
  })
})

test('is not all scripted as soon as one real model had a part', () => {
  expect(scriptedModelsOf([scripted, real])).toEqual({
    names: ['scripted/careful', 'scripted/judge'],
    isAll: false,
  })
})

test('nothing run is nothing scripted', () => {
  expect(scriptedModelsOf([])).toEqual({ names: [], isAll: false })
})
