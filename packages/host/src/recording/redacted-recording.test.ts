import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { noUsage } from '@vitrial/core/recording'
import { createRedactor } from '@vitrial/core/redaction'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRecording } from './recording-writer.ts'

const key = 'sk-real/4f7a+9c20d1'
const token = 'token-of-this-run-7f3a'
const spelled = encodeURIComponent(key)

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrial-redacted-'))
})
afterEach(() => rm(root, { recursive: true }))

test('keeps no secret in events, attachments or manifest, whoever told it and however it is spelled', async () => {
  const directory = join(root, 'recordings', 'run-1')
  await using recording = await openRecording({
    directory,
    evalRunId: 'run-1',
    clock: { now: () => 0 },
    startedAtMs: 0,
    redactor: createRedactor([key]),
  })
  recording.keepOut(token)
  recording.emit({
    session: 's',
    source: 'harness',
    kind: 'tool_call',
    body: {
      id: 't',
      messageId: 'm',
      name: 'bash',
      status: 'completed',
      input: { command: `curl -H "Bearer ${key}"`, [key]: { deep: [spelled] } },
      output: `${Buffer.from(`user:${key}`).toString('base64')} ${token}`,
    },
  })
  recording.emit({ session: '', source: 'host', kind: 'prompt_sent', body: { text: `Use ${key}` } })
  recording.attach(
    `log-${token}.txt`,
    Buffer.from(JSON.stringify({ said: JSON.stringify({ spelled, token }) })),
  )
  await recording.seal({
    state: 'infra_failed',
    detail: `Provider said ${spelled}`,
    response: `My token is ${token}`,
    error: { code: 'VITRIAL_INFRA_PROVIDER', message: `It said ${key}` },
    endedAtMs: 0,
    usage: noUsage,
  })
  const files = await readdir(directory, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ name, parentPath }) => {
        const bytes = await readFile(join(parentPath, name))
        return `${name} ${(name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')}`
      }),
  )
  const all = texts.join('\n')
  expect(all).toContain('Use [redacted]')
  expect(all).toContain('My token is [redacted]')
  expect(createRedactor([key, token]).text(all)).toBe(all)
})
