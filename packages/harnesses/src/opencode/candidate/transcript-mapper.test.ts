import { recordedEventSchema, type NewEvent } from '@vitrial/core/recording'
import { describe, expect, test } from 'vitest'
import { TranscriptMapper } from './transcript-mapper.ts'
import { parseMessages, parseServerEvent } from '../session/wire.ts'

const session = { sessionID: 'ses_1' }
const part = { ...session, messageID: 'msg_2' }

const event = (type: string, properties: unknown) => ({ id: 'evt_1', type, properties })
const user = { ...session, id: 'msg_1', role: 'user', time: { created: 1000 }, agent: 'build', model: {} }
const assistant = {
  ...session,
  id: 'msg_2',
  role: 'assistant',
  parentID: 'msg_1',
  agent: 'build',
  providerID: 'scripted',
  modelID: 'careful',
  mode: 'build',
  time: { created: 1100 },
  tokens: {},
}
const bash = { ...part, id: 'prt_3', type: 'tool', tool: 'bash', callID: 'call_1' }
const input = { command: 'exit 3' }
const completed = {
  ...bash,
  state: {
    status: 'completed',
    input,
    output: 'out\n',
    title: 'Try it',
    metadata: { output: 'out\n', exit: 3, truncated: false },
    time: { start: 1200, end: 1300 },
  },
}

function mapAll(mapper: TranscriptMapper, events: readonly unknown[]): NewEvent[] {
  return events.flatMap((value) => {
    const parsed = parseServerEvent(value)
    return parsed ? mapper.apply(parsed) : []
  })
}

const turn = [
  event('server.connected', {}),
  event('session.created', { ...session, info: { id: 'ses_1', title: 'Task', slug: 'swift-rocket' } }),
  event('message.updated', { ...session, info: user }),
  event('message.part.updated', {
    part: { ...part, id: 'prt_1', messageID: 'msg_1', type: 'text', text: 'Do it' },
  }),
  event('session.status', { ...session, status: { type: 'busy' } }),
  event('plugin.added', { id: 'agent' }),
  event('session.status', { ...session, status: { type: 'busy' } }),
  event('message.updated', { ...session, info: assistant }),
  event('message.part.updated', { part: { ...part, id: 'prt_0', type: 'step-start' } }),
  event('message.part.updated', {
    part: { ...part, id: 'prt_2', type: 'text', text: '', time: { start: 1150 } },
  }),
  event('message.part.delta', { ...part, partID: 'prt_2', field: 'text', delta: 'Look' }),
  event('message.part.updated', {
    part: { ...part, id: 'prt_2', type: 'text', text: 'Looking.', time: { start: 1150, end: 1160 } },
  }),
  event('message.part.updated', { part: { ...bash, state: { status: 'pending', input: {}, raw: '' } } }),
  event('message.part.updated', {
    part: { ...bash, state: { status: 'running', input, time: { start: 1200 } } },
  }),
  event('message.part.updated', {
    part: {
      ...bash,
      state: { status: 'running', input, metadata: { output: 'out\n' }, time: { start: 1200 } },
    },
  }),
  event('message.part.updated', { part: completed }),
  event('message.updated', {
    ...session,
    info: { ...assistant, time: { created: 1100, completed: 1400 }, finish: 'tool-calls' },
  }),
  event('session.status', { ...session, status: { type: 'idle' } }),
  event('session.idle', session),
]

describe('TranscriptMapper', () => {
  test('tells each change of a turn once, in order', () => {
    const told = mapAll(new TranscriptMapper(), turn)
    expect(told.map(({ kind, body }) => [kind, 'status' in body ? body.status : undefined])).toEqual([
      ['session_started', undefined],
      ['message', undefined],
      ['agent_status', 'busy'],
      ['message', undefined],
      ['tool_call', 'running'],
      ['tool_call', 'completed'],
      ['message', undefined],
      ['agent_status', 'idle'],
    ])
    expect(told.every(({ session: id }) => id === 'ses_1')).toBe(true)
    expect(told[1]?.body).toEqual({
      id: 'msg_1',
      role: 'user',
      agent: 'build',
      text: 'Do it',
      createdAtMs: 1000,
    })
    expect(told[6]?.body).toEqual({
      id: 'msg_2',
      role: 'assistant',
      agent: 'build',
      parentId: 'msg_1',
      text: 'Looking.',
      finish: 'tool-calls',
      provider: 'scripted',
      model: 'careful',
      createdAtMs: 1100,
      completedAtMs: 1400,
    })
  })

  test('gives a tool call the id of its part, its exit code and its times', () => {
    const told = mapAll(new TranscriptMapper(), [event('message.part.updated', { part: completed })])
    expect(told).toEqual([
      {
        session: 'ses_1',
        source: 'harness',
        kind: 'tool_call',
        body: {
          id: 'prt_3',
          messageId: 'msg_2',
          name: 'bash',
          status: 'completed',
          input,
          output: 'out\n',
          exitCode: 3,
          startedAtMs: 1200,
          endedAtMs: 1300,
        },
      },
    ])
  })

  test('leaves the exit code out of a command that was aborted', () => {
    const aborted = { ...completed, state: { ...completed.state, metadata: { exit: null } } }
    const [told] = mapAll(new TranscriptMapper(), [event('message.part.updated', { part: aborted })])
    expect(told?.body).not.toHaveProperty('exitCode')
  })

  test('keeps only the events of a recording', () => {
    for (const told of mapAll(new TranscriptMapper(), turn)) {
      expect(recordedEventSchema.safeParse({ seq: 1, atMs: 0, ...told }).error).toBeUndefined()
    }
  })

  test('tells retries and errors with their numbers', () => {
    const told = mapAll(new TranscriptMapper(), [
      event('session.status', {
        ...session,
        status: { type: 'retry', attempt: 2, message: 'slow down', next: 9 },
      }),
      event('session.error', {
        ...session,
        error: { name: 'APIError', data: { message: 'slow down', statusCode: 429, isRetryable: true } },
      }),
    ])
    expect(told.map(({ body }) => body)).toEqual([
      { status: 'retrying', attempt: 2, detail: 'slow down' },
      { name: 'APIError', message: 'slow down', statusCode: 429 },
    ])
  })

  test('names the parent of a session that a tool started', () => {
    const info = { id: 'ses_2', parentID: 'ses_1', title: 'Look it up' }
    const told = mapAll(new TranscriptMapper(), [event('session.created', { sessionID: 'ses_2', info })])
    expect(told).toEqual([
      {
        session: 'ses_2',
        source: 'harness',
        kind: 'session_started',
        body: { parentSession: 'ses_1', title: 'Look it up' },
      },
    ])
  })

  test('ignores a malformed event as it ignores an unknown one', () => {
    const malformed = [
      event('message.part.updated', { part: { ...bash, state: 'running' } }),
      event('message.updated', { info: { role: 'assistant' } }),
      event('session.status', {}),
      'no event',
    ]
    expect(mapAll(new TranscriptMapper(), malformed)).toEqual([])
  })
})

describe('reconciling', () => {
  const messages = parseMessages([
    { info: user, parts: [{ ...part, id: 'prt_1', messageID: 'msg_1', type: 'text', text: 'Do it' }] },
    {
      info: { ...assistant, time: { created: 1100, completed: 1400 }, finish: 'tool-calls' },
      parts: [
        { ...part, id: 'prt_0', type: 'step-start' },
        { ...part, id: 'prt_2', type: 'text', text: 'Looking.', time: { start: 1150, end: 1160 } },
        completed,
      ],
    },
  ])

  test('adds nothing to what was told already', () => {
    const mapper = new TranscriptMapper()
    mapAll(mapper, turn)
    expect([...mapper.reconcile(messages)].flat()).toEqual([])
  })

  test('tells what the event stream missed', () => {
    const mapper = new TranscriptMapper()
    mapAll(mapper, turn.slice(0, 12))
    expect([...mapper.reconcile(messages)].flat().map(({ kind }) => kind)).toEqual(['message', 'tool_call'])
  })

  test('leaves out what OpenCode wrote into a message itself', () => {
    const told = new TranscriptMapper().reconcile(
      parseMessages([
        {
          info: user,
          parts: [
            { ...part, id: 'prt_1', type: 'text', text: 'Do it' },
            { ...part, id: 'prt_2', type: 'text', text: 'Continue if you have next steps', synthetic: true },
          ],
        },
      ]),
    )
    expect([...told].flat().map(({ body }) => body)).toMatchObject([{ text: 'Do it' }])
  })
})

describe('what has ended', () => {
  const whole = event('message.updated', {
    info: { ...assistant, time: { created: 1100, completed: 1400 }, finish: 'tool-calls' },
  })
  const told = { ...completed.state, output: 'ALL TESTS PASSED', metadata: { exit: 0 } }
  const text = (more: object) => ({
    part: { ...part, id: 'prt_2', type: 'text', text: 'Looking.', time: { start: 1150, end: 1160 }, ...more },
  })

  test.each<[string, unknown, object]>([
    [
      'output and exit code of a tool call',
      event('message.part.updated', { part: { ...completed, state: told } }),
      { about: 'tool_call', id: 'prt_3', claim: 'changed', detail: '{"exit":0,"output":"ALL TESTS PASSED"}' },
    ],
    [
      'the input of a tool call',
      event('message.part.updated', {
        part: { ...completed, state: { ...completed.state, input: { command: 'true' } } },
      }),
      { about: 'tool_call', id: 'prt_3', claim: 'changed', detail: '{"input":{"command":"true"}}' },
    ],
    [
      'that it ended',
      event('message.part.updated', {
        part: { ...bash, state: { status: 'running', input, time: { start: 1 } } },
      }),
      { about: 'tool_call', claim: 'changed', detail: '{"status":"running","exit":null,"output":null}' },
    ],
    [
      'the text of a message that goes on',
      event('message.part.updated', text({ text: 'Testing.' })),
      { about: 'message', id: 'msg_2', claim: 'changed', detail: '{"text":"Testing."}' },
    ],
    [
      'whether a text is shown',
      event('message.part.updated', text({ ignored: true })),
      { about: 'message', id: 'msg_2', claim: 'changed', detail: '{"text":""}' },
    ],
    [
      'the prompt',
      event('message.part.updated', {
        part: { ...part, id: 'prt_1', messageID: 'msg_1', type: 'text', text: 'Rest' },
      }),
      { about: 'message', id: 'msg_1', claim: 'changed', detail: '{"text":"Rest"}' },
    ],
    [
      'how a message ended',
      event('message.updated', {
        info: { ...assistant, time: { created: 1, completed: 2 }, finish: 'stop' },
      }),
      { about: 'message', id: 'msg_2', claim: 'changed', detail: '{"finish":"stop"}' },
    ],
  ])(
    'stands where the server changes %s, which is told as a contradiction',
    (_name, change, contradiction) => {
      const mapper = new TranscriptMapper()
      mapAll(mapper, turn)
      expect(mapAll(mapper, [change, change])).toEqual([
        {
          session: 'ses_1',
          source: 'harness',
          kind: 'contradiction',
          body: expect.objectContaining(contradiction),
        },
      ])
      // Nor does what is read again bring it in.
      expect([...mapper.reconcile(messages(completed))].flat()).toEqual([])
    },
  )

  test('tells of a tool call that is added to it, and keeps both', () => {
    const mapper = new TranscriptMapper()
    mapAll(mapper, [...turn, whole])
    const added = { ...completed, id: 'prt_9', state: told }
    const kinds = mapAll(mapper, [event('message.part.updated', { part: added })]).map(({ kind }) => kind)
    expect(kinds).toEqual(['tool_call', 'contradiction'])
  })

  test('tells what was changed or removed when it is read again, and stands', () => {
    const mapper = new TranscriptMapper()
    mapAll(mapper, turn)
    const changed = messages({ ...completed, state: told })
    expect([...mapper.reconcile(changed)].flat().map(({ body }) => body)).toMatchObject([
      { claim: 'changed', about: 'tool_call' },
    ])
    expect(mapper.current(changed)).toEqual(messages(completed))
    expect([...mapper.reconcile(messages())].flat().map(({ body }) => body)).toMatchObject([
      { claim: 'removed', about: 'tool_call', id: 'prt_3' },
    ])
  })

  test('is contradicted a hundred times at most', () => {
    const mapper = new TranscriptMapper()
    mapAll(mapper, turn)
    const claims = Array.from({ length: 300 }, (_, index) =>
      event('message.part.updated', { part: { ...completed, state: { ...told, output: `${index}` } } }),
    )
    expect(mapAll(mapper, claims)).toHaveLength(100)
  })

  function messages(...tools: readonly object[]) {
    return parseMessages([
      { info: user, parts: [{ ...part, id: 'prt_1', messageID: 'msg_1', type: 'text', text: 'Do it' }] },
      {
        info: { ...assistant, time: { created: 1100, completed: 1400 }, finish: 'tool-calls' },
        parts: [
          { ...part, id: 'prt_2', type: 'text', text: 'Looking.', time: { start: 1150, end: 1160 } },
          ...tools,
        ],
      },
    ])
  }
})
