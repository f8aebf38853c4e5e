import { entities, longestEntity } from './html-entities.ts'

export const backslash = 0x5c
const percent = 0x25
const ampersand = 0x26
const equals = 0x3d

/** What every spelling of a character begins with: JSON and programs, addresses, HTML, mail. */
export const introducers: readonly number[] = [backslash, percent, ampersand, equals]

/** Encodings within encodings are read so deep, as percent of JSON of HTML. */
const deepest = 3

/** JSON within JSON doubles its backslashes, which may be spelled themselves. */
const mostBackslashes = 64
const mostSpelledBackslashes = 8

/** In a run of backslashes a spelling is looked for at the first, and again after so many. */
export const backslashStride = mostBackslashes - 16

/** Leading zeros included. */
const mostDigits = 9

/** Readings are remembered for so many places: a spelling is shorter. A power of two. */
const remembered = 256

/** b, f, n, r and t after a backslash. */
const letters: ReadonlyMap<number, number> = new Map([
  [0x62, 8],
  [0x66, 12],
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
])

export function isIntroducer(code: number): boolean {
  return code === backslash || code === percent || code === ampersand || code === equals
}

/**
 * What an introducer with this character after it stands for besides itself and, after a backslash, that character:
 * the code of one that is two characters long, nothing, or maybe more than can be told from two.
 */
export function standsFor(introducer: number, next: number): number | 'itself' | 'more' {
  if (isIntroducer(next)) return 'more'
  if (introducer === ampersand) return next === 0x23 || isLetter(next) ? 'more' : 'itself'
  if (introducer !== backslash) return digitOf(next) < 16 ? 'more' : 'itself'
  const isLonger = digitOf(next) < 8 || next === 0x78 || next === 0x75 || next === 0x55
  return isLonger ? 'more' : (letters.get(next) ?? next)
}

/** One way to read the characters at a place of a text. */
export interface Spelling {
  /** The UTF-16 code unit, or the byte, that is meant. */
  readonly code: number
  /** Where it ends. */
  readonly end: number
}

/** The ways to read one character at a place, and whether the text ends where there may be more of one. */
export interface Spellings {
  readonly read: readonly Spelling[]
  readonly isCut: boolean
}

/**
 * Reads single characters of a text in all their spellings. What it has read at a place, at each depth of encodings, it
 * remembers: so its time grows with the text alone, whatever the text is made of.
 */
export class CharacterReader {
  #text = ''
  readonly #places = new Int32Array(remembered * (deepest + 1))
  readonly #codes = new Int32Array(remembered * (deepest + 1))
  readonly #ends = new Int32Array(remembered * (deepest + 1))
  readonly #cuts = new Uint8Array(remembered * (deepest + 1))
  // What the escape that is being read came to.
  #code = -1
  #end = -1
  #isCut = false

  /** Goes on with another text. */
  open(text: string): void {
    this.#text = text
    this.#places.fill(-1)
  }

  /** All that the characters at a place may mean, themselves first. */
  spellingsAt(at: number): Spellings {
    let last = { code: this.#text.charCodeAt(at), end: at + 1 }
    let isCut = false
    const read: Spelling[] = [last]
    for (let depth = 1; depth <= deepest; depth += 1) {
      const slot = this.#slot(at, depth)
      isCut ||= this.#cuts[slot] === 1
      const isNew = depth === 1 || read.at(-1) === last
      if (isNew && last.code === backslash) read.push(...this.#otherMeanings(last.end, depth - 1))
      const end = this.#ends[slot] ?? -1
      if (end === last.end) continue
      last = { code: this.#codes[slot] ?? -1, end }
      read.push(last)
    }
    return { read, isCut }
  }

  /** A backslash before a letter as a shell reads it, and a run of backslashes that stands for one. */
  #otherMeanings(from: number, depth: number): readonly Spelling[] {
    const found: Spelling[] = []
    const run = this.#run(from, depth, (end, count) => {
      const isPowerOfTwo = (count & (count + 1)) === 0
      if (isPowerOfTwo) found.push({ code: backslash, end })
    })
    const code = run === undefined ? -1 : this.#next(run, depth)
    return code === -1 ? found : [{ code, end: this.#end }, ...found]
  }

  /** Where a run of backslashes ends of which one has been read; undefined if it is too long. */
  #run(from: number, depth: number, onBackslash?: (end: number, count: number) => void): number | undefined {
    let at = from
    let spelled = 0
    for (let count = 1; count < mostBackslashes; count += 1) {
      if (this.#text.charCodeAt(at) === backslash) at += 1
      else {
        if (spelled === mostSpelledBackslashes || this.#next(at, depth) !== backslash) return at
        spelled += 1
        at = this.#end
      }
      onBackslash?.(at, count)
    }
    return undefined
  }

  /** Where the reading of a place is remembered; reads it if it is not. */
  #slot(at: number, depth: number): number {
    const slot = depth * remembered + (at & (remembered - 1))
    if (this.#places[slot] === at) return slot
    let code = at < this.#text.length ? this.#text.charCodeAt(at) : -1
    let end = at + 1
    let isCut = code === -1
    if (depth > 0) {
      const inner = this.#slot(at, depth - 1)
      code = this.#codes[inner] ?? -1
      end = this.#ends[inner] ?? -1
      isCut = this.#cuts[inner] === 1
      if (isIntroducer(code)) {
        this.#isCut = false
        const isEscape = this.#escape(code, end, depth - 1)
        isCut ||= this.#isCut
        if (isEscape) {
          code = this.#code
          end = this.#end
        }
      }
    }
    this.#places[slot] = at
    this.#codes[slot] = code
    this.#ends[slot] = end
    this.#cuts[slot] = isCut ? 1 : 0
    return slot
  }

  #escape(introducer: number, from: number, depth: number): boolean {
    if (introducer === backslash) return this.#afterBackslash(from, depth)
    if (introducer === ampersand) return this.#afterAmpersand(from, depth)
    return this.#digits(from, depth, 16, 2, 2)
  }

  #afterBackslash(from: number, depth: number): boolean {
    const at = this.#run(from, depth)
    if (at === undefined) return false
    const code = this.#next(at, depth)
    if (code === -1) return false
    const end = this.#end
    if (code === 0x78 && this.#digits(end, depth, 16, 2, 2)) return true
    if (code === 0x55 && this.#digits(end, depth, 16, 8, 8)) return true
    if (code === 0x75 && this.#unicode(end, depth)) return true
    if (this.#digits(at, depth, 8, 2, 3)) return true
    this.#code = letters.get(code) ?? code
    this.#end = end
    return true
  }

  #unicode(from: number, depth: number): boolean {
    if (this.#next(from, depth) !== 0x7b) return this.#digits(from, depth, 16, 4, 4)
    if (!this.#digits(this.#end, depth, 16, 1, mostDigits)) return false
    const code = this.#code
    if (this.#next(this.#end, depth) !== 0x7d) return false
    this.#code = code
    return true
  }

  #afterAmpersand(from: number, depth: number): boolean {
    if (this.#next(from, depth) !== 0x23) return this.#named(from, depth)
    const digits = this.#end
    const isHex = (this.#next(digits, depth) | 0x20) === 0x78
    if (
      !(isHex
        ? this.#digits(this.#end, depth, 16, 1, mostDigits)
        : this.#digits(digits, depth, 10, 1, mostDigits))
    )
      return false
    const code = this.#code
    const end = this.#end
    if (this.#next(end, depth) !== 0x3b) this.#end = end
    this.#code = code
    return true
  }

  #named(from: number, depth: number): boolean {
    let name = ''
    let code = this.#next(from, depth)
    while (isLetter(code) && name.length < longestEntity) {
      name += String.fromCharCode(code)
      code = this.#next(this.#end, depth)
    }
    const named = code === 0x3b ? entities.get(name) : undefined
    if (named === undefined) return false
    this.#code = named
    return true
  }

  #digits(from: number, depth: number, radix: 8 | 10 | 16, least: number, most: number): boolean {
    let value = 0
    let count = 0
    let end = from
    for (; count < most; count += 1) {
      const digit = digitOf(this.#next(end, depth))
      if (digit >= radix) break
      value = value * radix + digit
      end = this.#end
    }
    this.#code = value
    this.#end = end
    return count >= least
  }

  /** The code of the character at a place, decoded as far as a depth goes; -1 at the end of the text. */
  #next(at: number, depth: number): number {
    // Reading it may be reading an escape within this one.
    const isCut = this.#isCut
    const slot = this.#slot(at, depth)
    this.#isCut = isCut || this.#cuts[slot] === 1
    this.#end = this.#ends[slot] ?? -1
    return this.#codes[slot] ?? -1
  }
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 16
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}
