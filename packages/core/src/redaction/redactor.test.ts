import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactionMark } from './redaction-mark.ts'
import { createRedactor } from './redactor.ts'
import { characterSpellings, textSpellings } from './spellings.fixture.ts'

const key = 'sk-real/4f7a+9c20&d1'

/** What an HTTP header can carry: all that a key may be made of. */
const anyKey = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 60,
})
const anySpelling = fc.constantFrom(...Object.values(characterSpellings))

describe('createRedactor', () => {
  it.each(Object.entries(textSpellings))('finds a key spelled as: %s', (_, spelled) => {
    const redacted = createRedactor([key]).text(`before "${spelled(key)}" after`)
    expect(redacted).toContain(redactionMark)
    expect(redacted).toMatch(/^before .* after$/s)
    expect(redacted).not.toContain(spelled(key))
    // Of base64 and hex no more than the bits that are a neighbour's too.
    expect(redacted.length).toBeLessThan('before "" after'.length + redactionMark.length + 16)
  })

  it('finds any key, each character in a spelling of its own', () => {
    fc.assert(
      fc.property(anyKey, fc.array(anySpelling, { minLength: 60, maxLength: 60 }), (secret, spellings) => {
        const spelled = Array.from(secret, (character, at) => spellings[at]?.(character.charCodeAt(0)) ?? '')
        expect(createRedactor([secret]).text(`{"said":"${spelled.join('')}"}`)).toBe(
          `{"said":"${redactionMark}"}`,
        )
      }),
    )
  })

  it('finds any key in any spelling of the whole', () => {
    fc.assert(
      fc.property(
        anyKey,
        fc.constantFrom(...Object.values(textSpellings)),
        fc.string(),
        fc.string(),
        (secret, spelled, before, after) => {
          const text = spelled(secret)
          expect(createRedactor([secret]).text(`${before}|${text}|${after}`)).toContain(redactionMark)
        },
      ),
    )
  })

  it('finds nothing in texts without a key', () => {
    const redactor = createRedactor([key, 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZmdoaWpr'])
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\', '%25', '&#', key.slice(1)))),
        (texts) => {
          const text = texts.join('')
          expect(redactor.text(text)).toBe(text)
        },
      ),
    )
  })

  it('leaves JSON what it is', () => {
    const redactor = createRedactor([key])
    const nested = JSON.stringify({ inner: JSON.stringify({ header: `Bearer ${key}"` }) })
    expect(redactor.text(nested)).toBe(
      JSON.stringify({ inner: JSON.stringify({ header: 'Bearer [redacted]"' }) }),
    )
  })

  it('removes a key wherever it stands in a JSON value', () => {
    const number = '12345678'
    const redacted = createRedactor([key, number]).value({
      a: [`x ${key} y`, 1, null, 12345678],
      [key]: { b: key + key },
    })
    expect(redacted).toEqual({
      a: [`x ${redactionMark} y`, 1, null, redactionMark],
      [redactionMark]: { b: redactionMark + redactionMark },
    })
  })

  it('keeps apart names that were secrets, and takes __proto__ for a name', () => {
    const value: unknown = JSON.parse(
      `{"__proto__":{"a":"${key}"},"${key}":1,"${encodeURIComponent(key)}":2}`,
    )
    expect(JSON.stringify(createRedactor([key]).value(value))).toBe(
      '{"__proto__":{"a":"[redacted]"},"[redacted]":1,"[redacted] 2":2}',
    )
  })

  it('goes to any depth', () => {
    let value: unknown = key
    for (let depth = 0; depth < 200_000; depth += 1) value = [value]
    let redacted = createRedactor([key]).value(value)
    for (let depth = 0; depth < 200_000; depth += 1)
      redacted = Array.isArray(redacted) ? redacted[0] : undefined
    expect(redacted).toBe(redactionMark)
  })

  it('redacts what has bytes that are no text, and leaves the rest of them', () => {
    const redactor = createRedactor([key])
    const bytes = new Uint8Array([0xff, 0xfe, ...new TextEncoder().encode(key), 0x80, 0x0d])
    expect([...redactor.bytes(bytes)]).toEqual([
      0xff,
      0xfe,
      ...new TextEncoder().encode(redactionMark),
      0x80,
      0x0d,
    ])
    const other = new Uint8Array([0xff, 0x80])
    expect(redactor.bytes(other)).toBe(other)
  })

  it('knows secrets that are given later, beyond ASCII too', () => {
    const redactor = createRedactor([key]).and(['pässwörd-日本'])
    const text = `${key} pässwörd-日本 ${encodeURIComponent('pässwörd-日本')} ${btoa(unescape(encodeURIComponent('x:pässwörd-日本')))}`
    expect(redactor.text(text).match(/\[redacted\]/g)).toHaveLength(4)
  })

  it('leaves placeholders alone', () => {
    expect(createRedactor(['none', '']).text('none of it')).toBe('none of it')
  })

  it('takes a long text in steps, and finds a key across any of them', () => {
    const redactor = createRedactor([key])
    const spelled = key.replaceAll('/', '\\u002f')
    const [step = 0] = [...redactor.steps('x'.repeat(1_000_000))]
    expect(step).toBeLessThanOrEqual(512 * 1024)
    for (let before = step - spelled.length - 1; before <= step + 1; before += 1) {
      const text = `${'x'.repeat(before)}${spelled}${'y'.repeat(10)}`
      expect(redactor.text(text)).toBe(`${'x'.repeat(before)}${redactionMark}${'y'.repeat(10)}`)
    }
  })

  it('takes no longer for a text made to cost time', () => {
    const redactor = createRedactor([key])
    for (const unit of ['\\', '%25', '%5c', '\\u005c', '&amp;#', key.slice(0, -1), 's\\\\']) {
      const text = unit.repeat(20_000)
      expect(redactor.text(text)).toBe(text)
    }
  })
})

describe('a text in pieces', () => {
  it.each(Object.entries(textSpellings))('hides a key cut anywhere, spelled as: %s', (_, spelled) => {
    const redactor = createRedactor([key])
    const text = `before "${spelled(key)}" after.`
    for (let cut = 0; cut <= text.length; cut += 1) {
      const pieces = redactor.pieces()
      const out = pieces.push(text.slice(0, cut)) + pieces.push(text.slice(cut)) + pieces.flush()
      // HTML may go without its semicolon: one that comes later stays.
      expect(out.replace(`${redactionMark};`, redactionMark)).toBe(redactor.text(text))
    }
  })

  it('gives out the same in bytes, however they are cut', () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(key, encodeURIComponent(key), btoa(key), key.slice(0, 5)),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(parts, fc.array(fc.nat({ max: 12 }), { maxLength: 40 }), (texts, cuts) => {
        const bytes = new TextEncoder().encode(`${texts.join('')}.`)
        const redactor = createRedactor([key])
        const stream = redactor.stream()
        const out: number[] = []
        let from = 0
        for (const length of cuts) {
          out.push(...stream.push(bytes.subarray(from, from + length)))
          from += length
        }
        out.push(...stream.push(bytes.subarray(from)), ...stream.flush())
        expect(out).toEqual([...redactor.bytes(bytes)])
      }),
    )
  })

  it('holds nothing back that cannot become a key', () => {
    expect(createRedactor([key]).pieces().push('data: {}\n\n')).toBe('data: {}\n\n')
  })

  it('drops the beginning of a key where the text was cut off', () => {
    const pieces = createRedactor([key]).pieces()
    expect(pieces.push(`said ${key.slice(0, 12)}`)).toBe('said ')
    expect(pieces.flush()).toBe(redactionMark)
  })

  it('removes the rest of a key whose beginning was given out', () => {
    const pieces = createRedactor([key]).pieces()
    expect(pieces.push(`said ${key.slice(0, 3)}`)).toBe('said ')
    expect(pieces.release()).toBe(key.slice(0, 3))
    expect(pieces.push(`${key.slice(3)}!`)).toBe(`${redactionMark}!`)
    pieces.push(key.slice(0, 6))
    expect(pieces.release()).toBe('')
  })
})
