import { bytesAsText } from './secret-forms.ts'

type Encoding = (text: string) => string

const each =
  (spelled: (code: number) => string): Encoding =>
  (text) =>
    Array.from(text, (character) => spelled(character.charCodeAt(0))).join('')
const hex = (code: number, digits = 2): string => code.toString(16).padStart(digits, '0')
const upperHex = (code: number): string => hex(code).toUpperCase()
const base64 = (text: string): string => btoa(bytesAsText(new TextEncoder().encode(text)))

/** Ways to spell one character, each by its UTF-16 code; for those above a byte only what has a sign for them. */
export const characterSpellings: Readonly<Record<string, (code: number) => string>> = {
  'as it is': (code) => String.fromCharCode(code),
  JSON: (code) => `\\u${hex(code, 4)}`,
  'JSON, capitals': (code) => `\\u${hex(code, 4).toUpperCase()}`,
  percent: (code) => `%${hex(code)}`,
  'percent, capitals': (code) => `%${upperHex(code)}`,
  'HTML, decimal': (code) => `&#${code};`,
  'HTML, hex': (code) => `&#x${hex(code)};`,
  'HTML, zeros': (code) => `&#X000${upperHex(code)};`,
  'a program': (code) => `\\x${hex(code)}`,
  'a program, braces': (code) => `\\u{${hex(code)}}`,
  'a program, long': (code) => `\\U${hex(code, 8)}`,
  octal: (code) => `\\${code.toString(8).padStart(3, '0')}`,
  mail: (code) => `=${upperHex(code)}`,
  'JSON in JSON': (code) => `\\\\u${hex(code, 4)}`,
  'JSON in JSON in JSON': (code) => `\\\\\\\\u${hex(code, 4)}`,
  'percent of percent': (code) => `%25${hex(code)}`,
  'percent of percent of percent': (code) => `%2525${hex(code)}`,
  'HTML of HTML': (code) => `&amp;#${code};`,
  'percent of JSON': (code) => `%5Cu${hex(code, 4)}`,
  'JSON of percent': (code) => `\\u0025${hex(code)}`,
  'JSON of HTML': (code) => `\\u0026#${code};`,
  'HTML of percent': (code) => `&#37;${hex(code)}`,
  'all of JSON in percent': (code) => each((one) => `%${hex(one)}`)(`\\u${hex(code, 4)}`),
}

/** Ways to spell a whole text. */
export const textSpellings: Readonly<Record<string, Encoding>> = {
  ...Object.fromEntries(Object.entries(characterSpellings).map(([name, spelled]) => [name, each(spelled)])),
  'JSON as written': (text) => JSON.stringify(text).slice(1, -1),
  'JSON with a slash escaped': (text) => text.replaceAll('/', '\\/').replaceAll('+', '\\u002b'),
  'an address': (text) => encodeURIComponent(text),
  'HTML, named': (text) => text.replaceAll('&', '&amp;').replaceAll('/', '&sol;').replaceAll('+', '&plus;'),
  'a shell': (text) => text.replaceAll(/[^\w]/g, '\\$&'),
  base64: base64,
  'base64, one before': (text) => base64(`:${text}`),
  'base64, two before': (text) => base64(`u:${text}`),
  'base64 of a sign-in': (text) => base64(`user:${text}`),
  'base64 for addresses': (text) =>
    base64(`x${text}?`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  'base64 in JSON': (text) => base64(text).replaceAll('/', '\\/'),
  'base64 in percent': (text) => encodeURIComponent(base64(text)),
  'base64 in lines': (text) => base64(text).replaceAll(/.{6}/g, '$&\r\n'),
  'base64 in lines in JSON': (text) => JSON.stringify(base64(text).replaceAll(/.{6}/g, '$&\n')).slice(1, -1),
  'base64 of base64': (text) => base64(base64(`a${text}`)),
  'base64 of hex': (text) => base64(each((code) => hex(code))(text)),
  hex: each((code) => hex(code)),
  'hex, capitals': each(upperHex),
  'hex in blanks': each((code) => `${hex(code)} `),
  'hex as bytes': each((code) => `0x${hex(code)}, `),
  'hex of base64': (text) => each((code) => hex(code))(base64(text)),
  'UTF-16': each((code) => `${String.fromCharCode(code)}\0`),
}
