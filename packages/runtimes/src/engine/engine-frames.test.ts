import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { EngineFrames } from './engine-frames.ts'
import { split } from '../docker/tunnel/split.fixture.ts'

const stdout = 1
const stderr = 2

function framed(kind: number, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt8(kind, 0)
  header.writeUInt32BE(content.length, 4)
  return Buffer.concat([header, content])
}

it('takes stdout and stderr apart, however the bytes are cut', () => {
  const part = fc.record({
    kind: fc.constantFrom(stdout, stderr),
    content: fc.uint8Array({ maxLength: 300 }),
  })
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.nat({ max: 50 })), (parts, cuts) => {
      const seen: Record<number, Buffer[]> = { [stdout]: [], [stderr]: [] }
      const frames = new EngineFrames({
        onStdout: (chunk) => seen[stdout]?.push(chunk),
        onStderr: (chunk) => seen[stderr]?.push(chunk),
      })
      const bytes = Buffer.concat(parts.map(({ kind, content }) => framed(kind, content)))
      for (const chunk of split(bytes, cuts)) frames.push(chunk)
      for (const kind of [stdout, stderr]) {
        const sent = parts.filter((each) => each.kind === kind).map((each) => each.content)
        expect(Buffer.concat(seen[kind] ?? []).equals(Buffer.concat(sent))).toBe(true)
      }
    }),
  )
})

it('leaves out what is neither', () => {
  const seen: string[] = []
  const frames = new EngineFrames({
    onStdout: (chunk) => seen.push(chunk.toString()),
    onStderr: () => seen.push('stderr'),
  })
  frames.push(Buffer.concat([framed(0, Buffer.from('in')), framed(stdout, Buffer.from('out'))]))
  expect(seen).toEqual(['out'])
})
