import { createRedactor } from '@vitrial/core/redaction'
import { openRecording } from './recording-writer.ts'

/** Run by a test as a process of its own: records without end and prints how many events are durable. */
const recording = await openRecording({
  directory: process.argv[2] ?? '',
  evalRunId: 'run-1',
  clock: { now: () => Date.now() },
  startedAtMs: Date.now(),
  redactor: createRedactor([]),
})
for (;;) {
  for (let times = 0; times < 100; times += 1) {
    const body = { stream: 'stdout', text: 'x'.repeat(1_000) } as const
    recording.emit({ session: '', source: 'harness', kind: 'process_output', body })
  }
  const { checkpoint } = recording
  await recording.flush()
  process.stdout.write(`${checkpoint}\n`)
}
