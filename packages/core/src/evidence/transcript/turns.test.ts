import { expect, test } from 'vitest'
import type { NewEvent } from '../../recording/event.ts'
import { recorded } from '../view/evidence-view.fixture.ts'
import { turnsOf } from './turns.ts'

const of = { session: 's', source: 'harness' } as const

function message(id: string, text: string): NewEvent {
  return { ...of, kind: 'message', body: { id, role: 'assistant', text, createdAtMs: 0 } }
}

function call(id: string, messageId: string, status: 'running' | 'completed'): NewEvent {
  return { ...of, kind: 'tool_call', body: { id, messageId, name: 'bash', status, input: {} } }
}

test('puts each turn once, as it last stood, where it first appeared', () => {
  const events = recorded([message('m1', 'I'), call('c1', 'm1', 'running'), message('m2', 'Done.')])
  const later = recorded([message('m1', 'I look.'), call('c1', 'm1', 'completed')])

  expect(turnsOf([...events, ...later])).toMatchObject([
    { kind: 'message', message: { id: 'm1', text: 'I look.' }, atMs: 10 },
    { kind: 'tool', call: { id: 'c1', status: 'completed' }, atMs: 20 },
    { kind: 'message', message: { id: 'm2' }, atMs: 30 },
  ])
})

test('puts a message before its tool calls, though its text is recorded after them', () => {
  const turns = turnsOf(recorded([call('c1', 'm1', 'completed'), message('m1', 'I look first.')]))

  expect(turns.map(({ kind }) => kind)).toEqual(['message', 'tool'])
})
