/**
 * How a form is read: letter by letter; as base64, whose two alphabets and line breaks make no difference; as hex, in
 * either case and with something between the bytes.
 */
export type FormKind = 'exact' | 'base64' | 'hex'

/** A secret as it stands in a text, apart from how its characters are spelled there. */
export interface SecretForm {
  readonly kind: FormKind
  /** In the alphabet that {@link folded} gives. */
  readonly text: string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** A secret itself, and what base64 and hex make of it, of it in percent signs, and of their own output once more. */
export function secretForms(secret: string): readonly SecretForm[] {
  const written = [...new Set([secret, bytesAsText(new TextEncoder().encode(secret))])]
  const encoded = written.flatMap((text) => encodedForms(text))
  const again = encoded.flatMap((form) => spellingsOf(form).flatMap((text) => encodedForms(text)))
  const inAddresses = addressForm(secret) === secret ? [] : encodedForms(addressForm(secret))
  const forms = [
    ...written.map((text): SecretForm => ({ kind: 'exact', text })),
    ...encoded,
    ...again.filter(({ kind }) => kind !== 'hex'),
    ...inAddresses,
    ...encoded.filter(({ kind }) => kind === 'base64').flatMap(({ text }) => hexForm(text)),
  ]
  return [...new Map(forms.map((form) => [`${form.kind} ${form.text}`, form])).values()]
}

/** The code of a character as a kind of form has it, which is the same for all that means the same there. */
export function folded(kind: FormKind, code: number): number {
  if (kind === 'base64') {
    if (code === 0x2d) return 0x2b
    return code === 0x5f ? 0x2f : code
  }
  return kind === 'hex' && code >= 0x41 && code <= 0x46 ? code + 0x20 : code
}

/** Whether a character may stand between those of a form and mean nothing. NUL is half of one in UTF-16. */
export function isFiller(kind: FormKind, code: number, at: number): boolean {
  if (code === 0) return true
  if (kind === 'exact') return false
  const isBlank = code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return kind === 'base64' ? isBlank : at % 2 === 0 && (isBlank || isByteSeparator(code))
}

/** `0x`, and what stands between bytes. No printable byte begins with 0. */
function isByteSeparator(code: number): boolean {
  return code === 0x30 || code === 0x78 || code === 0x2c || code === 0x3a || code === 0x3b || code === 0x2d
}

/** Bytes as a text of one character each. */
export function bytesAsText(bytes: Uint8Array): string {
  const piece = 8192
  let text = ''
  for (let at = 0; at < bytes.length; at += piece) {
    // Four times as fast as spread out.
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + piece))
  }
  return text
}

/** The bytes of such a text. */
export function textAsBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

function encodedForms(text: string): readonly SecretForm[] {
  const bytes = new TextEncoder().encode(text)
  return [...[0, 1, 2].map((offset) => base64Form(bytes, offset)), hexForm(text)]
}

/** How the output of one encoding goes into the next: base64 in both alphabets, hex in both cases. */
function spellingsOf({ kind, text }: SecretForm): readonly string[] {
  if (kind === 'hex') return [text, text.toUpperCase()]
  return [...new Set([text, text.replaceAll('+', '-').replaceAll('/', '_')])]
}

function hexForm(text: string): SecretForm {
  const bytes = new TextEncoder().encode(text)
  return { kind: 'hex', text: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') }
}

/**
 * What is sure to stand in base64 of a longer text where the bytes begin at a place that leaves `offset` when divided by
 * 3: of six bits each, only the characters with none of the neighbours'.
 */
function base64Form(bytes: Uint8Array, offset: number): SecretForm {
  const bit = (index: number): number => ((bytes[index >> 3] ?? 0) >> (7 - (index & 7))) & 1
  const start = 8 * offset
  let text = ''
  for (let at = Math.ceil(start / 6); (at + 1) * 6 <= start + 8 * bytes.length; at += 1) {
    let value = 0
    for (let index = at * 6 - start; index < (at + 1) * 6 - start; index += 1) value = value * 2 + bit(index)
    text += alphabet.charAt(value)
  }
  return { kind: 'base64', text }
}

/** As in the query of an address. */
function addressForm(secret: string): string {
  const bytes = bytesAsText(new TextEncoder().encode(secret))
  return bytes.replaceAll(
    /[^\w.!~*'()-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
