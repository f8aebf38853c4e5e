import type { HostNotice } from '@vitrial/host'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { startLines } from './start-lines.ts'

const isolation: HostNotice = { about: 'isolation', text: 'nothing isolates the agent' }
const models: HostNotice = { about: 'models', text: 'scripted models: no real model runs' }

const leftovers: HostNotice = { about: 'leftovers', text: 'left by an earlier run' }

const allToRun = (ids: readonly string[]) => ({
  run: ids.length,
  judge: 0,
  reuse: 0,
  failed: 0,
  deferred: 0,
})

function linesOf(notices: readonly HostNotice[], trialIds: readonly string[]): readonly string[] {
  return startLines('evals', { notices, plan: allToRun }, trialIds).map(stripVTControlCharacters)
}

test('says first what isolates nothing, then what is to be done and what is not real', () => {
  expect(linesOf([models, isolation], ['a', 'b'])).toEqual([
    ' evals  nothing isolates the agent',
    ' evals  2 trials: 2 run, 0 judge, 0 reuse        scripted models: no real model runs',
  ])
})

test('says what an earlier run left', () => {
  expect(linesOf([leftovers, isolation], ['a'])).toEqual([
    ' evals  nothing isolates the agent',
    ' evals  left by an earlier run',
    ' evals  1 trial: 1 run, 0 judge, 0 reuse',
  ])
})

test('says nothing that is not so', () => {
  expect(linesOf([], ['a'])).toEqual([' evals  1 trial: 1 run, 0 judge, 0 reuse'])
  expect(linesOf([], [])).toEqual([])
})

test('gives notice even if no trial is started ahead', () => {
  expect(linesOf([isolation, models], [])).toEqual([
    ' evals  nothing isolates the agent',
    ' evals  scripted models: no real model runs',
  ])
})
