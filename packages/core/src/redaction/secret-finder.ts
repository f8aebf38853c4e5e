import {
  backslash,
  backslashStride,
  CharacterReader,
  introducers,
  isIntroducer,
  standsFor,
  type Spelling,
} from './character-reader.ts'
import { folded, isFiller, secretForms, type SecretForm } from './secret-forms.ts'

/** Where a secret stands in a text; one that is cut off may go on after the end. */
export interface FoundSecret {
  readonly start: number
  readonly end: number
  /** Of a secret that the end of the text cuts off: how many of its characters are there. */
  readonly cutAfter?: number
}

/** The part of a text in which a secret may begin. */
export interface Where {
  readonly from: number
  /** @default the text's end */
  readonly until?: number
  /** The text may go on: what may be the beginning of a secret at its end is found too. @default false */
  readonly isOpen?: boolean
}

/** Between two characters of a secret, so that what is in doubt stays short. */
const mostFillers = 8

const ascii = Array.from({ length: 128 }, (_, code) => code)

/** What a character may be the beginning of. */
const anySpelling = 1
const aForm = 2

/**
 * Finds secrets in whatever spelling. It looks at each character of a text once and closer only where a secret may
 * begin, so its time grows with the text alone.
 */
export class SecretFinder {
  /** By the code of any character that their first may be. */
  readonly #formsByFirst = new Map<number, SecretForm[]>()
  /** By the code of a character: nothing, {@link anySpelling} or {@link aForm}. */
  readonly #beginnings = new Uint8Array(128)
  /** By the codes of two characters: whether a form may begin with them. */
  readonly #pairs = new Uint8Array(128 * 128)
  /** By the codes of three, a bit each: the same. */
  readonly #triples = new Uint8Array((128 * 128 * 128) / 8)
  readonly #isEmpty: boolean
  readonly #reader = new CharacterReader()
  #beyondAscii = 0

  constructor(secrets: readonly string[]) {
    const forms = secrets.flatMap((secret) => secretForms(secret))
    this.#isEmpty = forms.length === 0
    for (const form of forms) this.#add(form)
    for (const code of introducers) this.#beginnings[code] = anySpelling
  }

  /** The first secret that begins in a part of a text. */
  find(text: string, { from, until = text.length, isOpen = false }: Where): FoundSecret | undefined {
    if (this.#isEmpty) return undefined
    this.#reader.open(text)
    const beginnings = this.#beginnings
    const beginsWithBackslash = this.#formsByFirst.has(backslash)
    let backslashes = 0
    for (let at = from; at < until; at += 1) {
      const code = text.charCodeAt(at)
      // Here, since most characters go no further.
      if (code < 128 && beginnings[code] === 0) {
        backslashes = 0
        continue
      }
      backslashes = code === backslash ? backslashes + 1 : 0
      if (backslashes % backslashStride > 1 && !beginsWithBackslash) continue
      if (!this.#mayBegin(text, at, code)) continue
      const found = this.#at(text, at)
      if (found && (isOpen || found.cutAfter === undefined)) return found
    }
    return undefined
  }

  /** False for nearly all characters of a text that holds no secret, and quickly so. */
  #mayBegin(text: string, at: number, code: number): boolean {
    if (!isIntroducer(code)) return this.#mayBeginWith(text, code, at + 1)
    if (at + 1 === text.length || this.#formsByFirst.has(code)) return true
    const next = text.charCodeAt(at + 1)
    const stands = standsFor(code, next)
    if (stands === 'more') return true
    return stands !== 'itself' && [next, stands].some((meant) => this.#mayBeginWith(text, meant, at + 2))
  }

  /** @param after where the character ends that stands for this code. */
  #mayBeginWith(text: string, code: number, after: number): boolean {
    const beginning = code < 128 ? this.#beginnings[code] : this.#beyondAscii
    if (beginning !== aForm || code >= 128 || after >= text.length) return beginning !== 0
    const next = text.charCodeAt(after)
    if (next >= 128) return true
    const pair = code * 128 + next
    if (this.#pairs[pair] === 0) return false
    const third = after + 1 < text.length ? text.charCodeAt(after + 1) : 128
    return third >= 128 || this.#isTriple(pair * 128 + third)
  }

  #add(form: SecretForm): void {
    const { kind, text } = form
    const wanted = text.charCodeAt(0)
    if (wanted >= 128) {
      this.#beyondAscii = aForm
      this.#formsByFirst.set(wanted, [...(this.#formsByFirst.get(wanted) ?? []), form])
    }
    const seconds = followers(form, 1)
    const thirds = followers(form, 2)
    for (let code = 0; code < 128; code += 1) {
      if (folded(kind, code) !== wanted) continue
      this.#formsByFirst.set(code, [...(this.#formsByFirst.get(code) ?? []), form])
      this.#beginnings[code] = aForm
      for (const next of seconds) {
        const pair = code * 128 + next
        this.#pairs[pair] = 1
        // After an escape anything may come; a filler leaves the form where it is.
        if (isIntroducer(next)) this.#triples.fill(0xff, pair * 16, (pair + 1) * 16)
        else
          for (const third of isWanted(form, next, 1) ? thirds : seconds) this.#addTriple(pair * 128 + third)
      }
    }
  }

  #addTriple(triple: number): void {
    this.#triples[triple >> 3] = (this.#triples[triple >> 3] ?? 0) | (1 << (triple & 7))
  }

  #isTriple(triple: number): boolean {
    return (((this.#triples[triple >> 3] ?? 0) >> (triple & 7)) & 1) === 1
  }

  /** The longest secret that begins here; one that is cut off only if no whole one does. */
  #at(text: string, start: number): FoundSecret | undefined {
    const code = text.charCodeAt(start)
    if (!isIntroducer(code)) return this.#beginning(text, start, [{ code, end: start + 1 }], false)
    const { read, isCut } = this.#reader.spellingsAt(start)
    return this.#beginning(text, start, read, isCut)
  }

  #beginning(
    text: string,
    start: number,
    read: readonly Spelling[],
    isCut: boolean,
  ): FoundSecret | undefined {
    let end = -1
    let cutAfter = isCut ? 0 : -1
    for (const spelling of read) {
      for (const form of this.#formsByFirst.get(spelling.code) ?? []) {
        if (!mayGoOn(text, form, spelling.end)) continue
        const walked = this.#walk(text, form, spelling.end)
        end = Math.max(end, walked.end)
        cutAfter = Math.max(cutAfter, walked.cutAfter)
      }
    }
    if (end !== -1) return { start, end }
    return cutAfter === -1 ? undefined : { start, end: text.length, cutAfter }
  }

  /** Follows a form from its second character on, along every way in which the text may be read. */
  #walk(text: string, form: SecretForm, start: number): Walked {
    let end = -1
    let cutAfter = -1
    let seen: Set<number> | undefined
    let open: Step[] | undefined
    let step: Step | undefined = { at: start, index: 1, fillers: 0 }
    while (step) {
      const { at, index, fillers } = followed(text, form, step)
      if (index === form.text.length) end = Math.max(end, at)
      else if (at >= text.length) cutAfter = Math.max(cutAfter, index)
      else if (isIntroducer(text.charCodeAt(at))) {
        seen ??= new Set()
        open ??= []
        const state = at * form.text.length + index
        if (!seen.has(state)) {
          seen.add(state)
          const { read, isCut } = this.#reader.spellingsAt(at)
          if (isCut) cutAfter = Math.max(cutAfter, index)
          for (const { code, end: next } of read) {
            if (isWanted(form, code, index)) open.push({ at: next, index: index + 1, fillers: 0 })
            else if (fillers < mostFillers && isFiller(form.kind, code, index)) {
              open.push({ at: next, index, fillers: fillers + 1 })
            }
          }
        }
      }
      step = open?.pop()
    }
    return { end, cutAfter }
  }
}

interface Walked {
  /** Where the form ends; -1 if it is not there. */
  readonly end: number
  /** How many of its characters were there when the text ended; -1 if it did not end within. */
  readonly cutAfter: number
}

interface Step {
  readonly at: number
  /** Of the form's character that is next. */
  readonly index: number
  readonly fillers: number
}

/** The ASCII characters that {@link mayFollow} where a form's character of this index is next. */
function followers(form: SecretForm, index: number): readonly number[] {
  return ascii.filter((code) => mayFollow(form, code, index))
}

/** Whether a character within a form may be the next one, the beginning of its spelling, or nothing. */
function mayFollow(form: SecretForm, code: number, index: number): boolean {
  return isIntroducer(code) || isFiller(form.kind, code, index) || isWanted(form, code, index)
}

function mayGoOn(text: string, form: SecretForm, at: number): boolean {
  if (at >= text.length) return true
  return mayFollow(form, text.charCodeAt(at), 1)
}

/** As far as the characters stand for themselves. */
function followed(text: string, form: SecretForm, { at: start, index: first, fillers: skipped }: Step): Step {
  let at = start
  let index = first
  let fillers = skipped
  for (; at < text.length && index < form.text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isIntroducer(code)) break
    if (isWanted(form, code, index)) {
      index += 1
      fillers = 0
    } else if (fillers < mostFillers && isFiller(form.kind, code, index)) fillers += 1
    else return { at: -1, index, fillers }
  }
  return { at, index, fillers }
}

/** Whether a character is the form's next. In addresses a plus sign is a blank. */
function isWanted({ kind, text }: SecretForm, code: number, index: number): boolean {
  const wanted = text.charCodeAt(index)
  return folded(kind, code) === wanted || (wanted === 0x20 && code === 0x2b && kind === 'exact')
}
