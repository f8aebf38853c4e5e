import type { RedactingPieces, Redactor } from '@vitrial/core/redaction'

/** Texts of a delta that stand whole in one event. */
const wholeTexts: ReadonlySet<string> = new Set(['id', 'type', 'role', 'name', 'format', 'signature'])

/** No delta is nested deeper; what is, is redacted as any text is. */
const deepest = 16

type JsonObject = Readonly<Record<string, unknown>>

/** Where a text stands in the deltas of a choice: names, and the `index` of what is in a list. */
type Path = readonly (string | number)[]

/** One text that grows from delta to delta: an answer, its reasoning, the arguments of one tool call. */
interface Channel {
  readonly choice: number
  readonly path: Path
  readonly pieces: RedactingPieces
}

/** Redacts the chunks of a completion, one event at a time, and the texts that an agent joins from their deltas. */
export class RedactingChunks {
  readonly #redactor: Redactor
  readonly #channels = new Map<string, Channel>()
  /** What chunks made here have in common with those of the provider. */
  #envelope: object = {}

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  /** @param text an event as it came, with the blank line that ends it. */
  event(text: string): string {
    const redacted = this.#redactor.text(text)
    const lines = redacted.split(/\r?\n/)
    const data = lines.flatMap((line) => (line.startsWith('data:') ? [line.slice(5).replace(/^ /, '')] : []))
    if (data.length === 0) return redacted
    const joined = data.join('\n')
    if (joined === '[DONE]') return this.end() + redacted
    const chunk = chunkOf(joined)
    if (chunk === undefined) return redacted
    const { choices, usage: _usage, ...envelope } = chunk
    this.#envelope = envelope
    const before: string[] = []
    let isChanged = false
    for (const [at, choice] of [choices].flat().entries()) {
      if (isObject(choice)) isChanged = this.#redactChoice(choice, at, before) || isChanged
    }
    if (!isChanged) return before.join('') + redacted
    const others = lines.filter((line) => line !== '' && !line.startsWith('data:'))
    return `${before.join('')}${[...others, `data: ${JSON.stringify(chunk)}`].join('\n')}\n\n`
  }

  /** What is still held back, as chunks of their own. */
  end(): string {
    const held = [...this.#channels.values()].map((channel) => this.#chunk(channel, channel.pieces.flush()))
    this.#channels.clear()
    return held.join('')
  }

  /** Changes a choice in place. @returns whether it did. */
  #redactChoice(
    { index: given, delta, finish_reason: finish }: JsonObject,
    at: number,
    before: string[],
  ): boolean {
    const index = typeof given === 'number' ? given : at
    const isLast = finish !== undefined && finish !== null
    const touched = new Set<Channel>()
    const isChanged = isObject(delta) && this.#redactTexts(delta, index, [], isLast, touched)
    for (const channel of this.#channels.values()) {
      if (channel.choice !== index || touched.has(channel)) continue
      if (isLast) before.push(this.#chunk(channel, channel.pieces.flush()))
    }
    return isChanged
  }

  #redactTexts(parent: object, choice: number, path: Path, isLast: boolean, touched: Set<Channel>): boolean {
    let isChanged = false
    for (const [name, member] of Object.entries(parent)) {
      if (wholeTexts.has(name) || path.length >= deepest) continue
      const step = Array.isArray(parent) ? indexOf(member, Number(name)) : name
      if (typeof member === 'string' && member !== '') {
        const channel = this.#channel(choice, [...path, step])
        touched.add(channel)
        const { pieces } = channel
        // Few characters say nothing, and most events stay as they came.
        const redacted = pieces.push(member) + (isLast ? pieces.flush() : pieces.release())
        if (redacted === member) continue
        Object.defineProperty(parent, name, { value: redacted, enumerable: true })
        isChanged = true
      } else if (isObject(member)) {
        isChanged = this.#redactTexts(member, choice, [...path, step], isLast, touched) || isChanged
      }
    }
    return isChanged
  }

  #channel(choice: number, path: Path): Channel {
    const key = JSON.stringify([choice, ...path])
    const channel = this.#channels.get(key) ?? { choice, path, pieces: this.#redactor.pieces() }
    this.#channels.set(key, channel)
    return channel
  }

  /** A chunk that adds a text to a channel; nothing if there is none. */
  #chunk({ choice, path }: Channel, text: string): string {
    if (text === '') return ''
    let delta: unknown = text
    for (const step of path.toReversed()) {
      delta = typeof step === 'number' ? [{ index: step, ...(isObject(delta) && delta) }] : { [step]: delta }
    }
    const choices = [{ index: choice, delta, finish_reason: null }]
    return `data: ${JSON.stringify({ ...this.#envelope, choices })}\n\n`
  }
}

function chunkOf(data: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return isObject(value) && Array.isArray(value['choices']) ? value : undefined
  } catch {
    return undefined
  }
}

/** Of a list too. */
function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

function indexOf(item: unknown, position: number): number {
  const index = isObject(item) ? item['index'] : undefined
  return typeof index === 'number' ? index : position
}
