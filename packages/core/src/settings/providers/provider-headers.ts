import { z } from 'zod'
import { literalSecrets } from './literal-secrets.ts'

/** Headers that say how a request is sent, not what it is about. */
const headersOfTheGateway: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'host',
  'transfer-encoding',
])

/**
 * Headers for a provider. The gateway sends them, no sandbox sees them. A key in one is named, as in
 * `'Bearer {env:NAME}'`.
 */
export const providerHeadersSchema = z.record(z.string(), z.string()).check(({ value, issues }) => {
  const secrets = new Set(literalSecrets(value).map(({ path: [name] }) => name))
  for (const [name, text] of Object.entries(value)) {
    const problem = secrets.has(name) ? isKey : problemOf(name, text)
    // Without its input, which may be shown.
    if (problem !== undefined) issues.push({ code: 'custom', input: undefined, path: [name], ...problem })
  }
})

const isKey = {
  message:
    'A key does not belong into a benchmark. Write "{env:NAME}" in its place and put the key into that environment variable.',
  params: { code: 'VITRIAL_PROVIDER_KEY_LITERAL' },
} as const

function problemOf(name: string, text: string): { readonly message: string } | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return { message: 'That is not the name of a header.' }
  if (headersOfTheGateway.has(name.toLowerCase())) {
    return { message: 'The gateway sets this header itself. Remove it.' }
  }
  if (!/^[\t\x20-\x7e]*$/.test(text)) return { message: 'A header has printable ASCII characters only.' }
  return undefined
}

const variables = /\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g

/** Names the environment variables that headers take their keys from. */
export function variablesOfHeaders(headers: Readonly<Record<string, string>> = {}): readonly string[] {
  const named = Object.values(headers).flatMap((text) =>
    [...text.matchAll(variables)].map(([, name]) => name),
  )
  return [...new Set(named.filter((name) => name !== undefined))]
}

/** Copies headers with what the environment has in place of each `{env:NAME}`. */
export function resolvedHeaders(
  headers: Readonly<Record<string, string>>,
  valueOf: (variable: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      text.replaceAll(variables, (_, variable: string) => valueOf(variable)),
    ]),
  )
}
