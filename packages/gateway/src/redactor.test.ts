import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, redactionMark } from './redactor.ts'

const key = 'sk-real-4f7a9c20d1'

describe('createRedactor', () => {
  it('removes a key wherever it stands in a JSON value', () => {
    const redacted = createRedactor([key]).value({ a: [`x ${key} y`, 1, null], [key]: { b: key + key } })
    expect(redacted).toEqual({
      a: [`x ${redactionMark} y`, 1, null],
      [redactionMark]: { b: redactionMark + redactionMark },
    })
  })

  it('removes a key that JSON escaped', () => {
    const quoted = 'key-with-"quotes"'
    expect(createRedactor([quoted]).text(JSON.stringify({ quoted }))).not.toContain('quotes')
  })

  it('leaves placeholders alone', () => {
    expect(createRedactor(['none', '']).text('none of it')).toBe('none of it')
  })
})

describe('a redacting stream', () => {
  it('lets no key through, however the bytes are cut', () => {
    const parts = fc.array(
      fc.oneof(fc.constant(key), fc.string({ unit: 'binary' }), fc.constant(key.slice(0, 5))),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(parts, fc.array(fc.nat({ max: 12 }), { maxLength: 40 }), (texts, cuts) => {
        const text = `${texts.join('')}.`
        const redactor = createRedactor([key])
        const stream = redactor.stream()
        const bytes = Buffer.from(text)
        const out: Buffer[] = []
        let from = 0
        for (const length of cuts) {
          out.push(stream.push(bytes.subarray(from, from + length)))
          from += length
        }
        out.push(stream.push(bytes.subarray(from)), stream.flush())
        const streamed = Buffer.concat(out).toString('utf8')
        expect(streamed).toBe(redactor.text(bytes.toString('utf8')))
        expect(streamed).not.toContain(key)
      }),
    )
  })

  it('holds nothing back that cannot become a key', () => {
    expect(createRedactor([key]).stream().push(Buffer.from('data: {}\n\n')).toString()).toBe('data: {}\n\n')
  })

  it('drops the beginning of a key from a stream that was cut off', () => {
    const stream = createRedactor([key]).stream()
    expect(stream.push(Buffer.from(`said ${key.slice(0, 12)}`)).toString()).toBe('said ')
    expect(stream.flush().toString()).toBe(redactionMark)
  })
})
