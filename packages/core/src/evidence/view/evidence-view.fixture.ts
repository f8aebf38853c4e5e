import type { NewEvent, RecordedEvent } from '../../recording/event.ts'
import type { EvidenceView } from './evidence-view.ts'
import { memoryEvidenceView, type MemoryEvidence } from './memory-evidence-view.ts'

/** Gives events their place and time. */
export function recorded(events: readonly NewEvent[]): readonly RecordedEvent[] {
  return events.map((event, index) => ({ ...event, seq: index + 1, atMs: (index + 1) * 10 }))
}

/** A short run with one of everything, by a model whose name, provider and cost are in it. */
export const sampleEvents: readonly RecordedEvent[] = recorded([
  {
    session: '',
    source: 'host',
    kind: 'run_started',
    body: { runtime: 'process', contained: false, workspace: '/w' },
  },
  { session: 'ses_main', source: 'harness', kind: 'session_started', body: { title: 'run' } },
  {
    session: 'ses_main',
    source: 'harness',
    kind: 'message',
    body: {
      id: 'msg_1',
      role: 'assistant',
      agent: 'build',
      text: 'I look at the sum first.',
      reasoning: 'The test fails.\nWhy?',
      provider: 'secret-provider',
      model: 'secret-model',
      createdAtMs: 5,
    },
  },
  {
    session: 'ses_main',
    source: 'harness',
    kind: 'tool_call',
    body: {
      id: 'call_1',
      messageId: 'msg_1',
      name: 'bash',
      status: 'completed',
      input: { command: 'cat <<E\n"two" lines\nE', timeout: 5000, model: 'secret-model' },
      output: '1 failed\n2 passed',
      exitCode: 1,
    },
  },
  {
    session: 'ses_sub',
    source: 'harness',
    kind: 'session_started',
    body: { parentSession: 'ses_main', title: 'look around' },
  },
  {
    session: 'ses_sub',
    source: 'harness',
    kind: 'message',
    body: { id: 'msg_2', role: 'assistant', text: 'From the sub-agent.', createdAtMs: 6 },
  },
  {
    session: 'ses_main',
    source: 'gateway',
    kind: 'model_call',
    body: {
      callId: 'c1',
      status: 200,
      durationMs: 12,
      fate: { is: 'served' },
      usage: {
        calls: 1,
        inputTokens: 4321,
        outputTokens: 7,
        reasoningTokens: 0,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        costUsd: 0.98765,
      },
    },
  },
  { session: '', source: 'host', kind: 'run_ended', body: { state: 'completed' } },
])

/** The view of {@link sampleEvents}, with some parts changed. */
export function sampleView(changes: Partial<MemoryEvidence> = {}): EvidenceView {
  return memoryEvidenceView({
    evidenceHash: '3f2a91c04b7e1d2288990011aabbccdd3f2a91c04b7e1d2288990011aabbccdd',
    events: sampleEvents,
    response: 'The sum was wrong. “Fixed” now 🎉.',
    measurements: [
      { id: 'input_tokens', value: 4321, unit: 'tokens' },
      { id: 'cost', value: 0.98765, unit: 'usd' },
    ],
    initial: { 'src/sum.ts': 'return a - b\n', 'old.txt': 'bye\n', 'same.txt': 'same\n' },
    final: {
      'src/sum.ts': 'return a + b\n',
      'same.txt': 'same\n',
      'logo.png': new Uint8Array([1, 0, 255]),
      link: { symlink: 'src/sum.ts' },
    },
    ...changes,
  })
}
