import { expect, test } from 'vitest'
import { filePathBytes, filePathText } from './file-path-text.ts'

/** Each character of a row is one byte, except that a row of text is encoded as UTF-8. */
function bytesOf(latin1: string): Uint8Array {
  return Uint8Array.from(latin1, (character) => character.charCodeAt(0))
}

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['caf\u00E9', 'caf\\xe9'],
  ['caf\\xe9', 'caf\\\\xe9'],
  ['caf\\\u00E9', 'caf\\\\\\xe9'],
  ['one\\two', 'one\\two'],
  ['one\\\\two', 'one\\\\\\\\two'],
  ['\u00FF/\\n/plain', '\\xff/\\n/plain'],
  ['\u00E9\u00E8', '\\xe9\\xe8'],
])('writes the bytes %j as %s, and back', (latin1, text) => {
  expect(filePathText(bytesOf(latin1))).toBe(text)
  expect(filePathBytes(text)).toEqual(bytesOf(latin1))
})

test('leaves a name that is UTF-8 as it is', () => {
  for (const name of ['日本語/ünï 🎈', '\uFFFD', '\uFEFFmark', 'line\nbreak']) {
    const bytes = new TextEncoder().encode(name)
    expect(filePathText(bytes)).toBe(name)
    expect(filePathBytes(name)).toEqual(bytes)
  }
})

test('never gives two names the same text', () => {
  const alphabet = [0x5c, 0x78, 0x65, 0x39, 0xe9, 0xc3, 0xa9, 0x2f]
  const texts = new Map<string, string>()
  const visit = (name: readonly number[]): void => {
    const bytes = Uint8Array.from(name)
    const text = filePathText(bytes)
    expect(texts.get(text) ?? name.join()).toBe(name.join())
    texts.set(text, name.join())
    if (filePathBytes(text).join() !== bytes.join()) expect(filePathBytes(text)).toEqual(bytes)
    if (name.length < 5) for (const byte of alphabet) visit([...name, byte])
  }
  visit([])
})
