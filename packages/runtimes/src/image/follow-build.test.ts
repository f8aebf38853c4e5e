import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { followBuild } from './follow-build.ts'

async function follow(chunks: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  const output = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  await followBuild(output, { onProgress: (line) => lines.push(line), signal: new AbortController().signal })
  return lines
}

test('shows the steps, wherever the engine cuts its answer, and not its layers', async () => {
  const answer = [
    '{"stream":"Step 1/2 : FROM é\\n"}\r\n{"str',
    'eam":" ---> 6bfd94a1ec48\\n"}\r\n{"stream":"v22\\n"}',
  ]

  expect(await follow(answer)).toEqual(['Step 1/2 : FROM é', 'v22'])
})

test('shows what is pulled, and not how much of each layer', async () => {
  const answer = [
    '{"status":"Pulling from library/debian","id":"bookworm-slim"}\n{"status":"Download complete"}\n',
  ]

  expect(await follow(answer)).toEqual(['Download complete'])
})

test('throws what went wrong in the engine’s words', async () => {
  const answer = ['{"stream":"Step 1/2 : FROM nothing"}\n{"errorDetail":{},"error":"pull access denied"}\n']

  await expect(follow(answer)).rejects.toThrow('pull access denied')
})
