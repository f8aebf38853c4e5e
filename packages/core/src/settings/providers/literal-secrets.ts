/** A text that looks like a key, by where it lies. */
export interface LiteralSecret {
  /** From the value that was looked at. */
  readonly path: readonly (string | number)[]
}

const redacted = '[redacted]'

/** Ends of names, in lower case with a hyphen between words, whose value is a secret. */
const secretName =
  /(?:^|-)(?:proxy-)?(?:authorization|credentials?|passwd|password|passphrase|cookie|secret|(?:api|access|private|secret)-?key|(?:api|access|auth|bearer|id|refresh|session)?-?token)$/

/** Tokens of a text, which models are told by name. */
const tokenOfText = /(?:^|-)(?:bos|end|eos|mask|pad|sep|special|start|stop|unk)-token$/

/** What keys of well-known services look like, whatever they are called. */
const secretValue =
  /^(?:Basic|Bearer)\s+\S|\bsk-[\w-]{16,}|\bAKIA[0-9A-Z]{16}|\bAIza[\w-]{30,}|\bgh[oprsu]_\w{20,}|\bxox[abp]-[\w-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY-----/

/** Names of a URL's query whose value is a secret, beside those of settings. */
const secretQueryName = /^(?:code|key|sig|signature)$/i

/**
 * Finds the keys that are written out within settings, at any depth: texts below a name such as `x-api-key`, texts that
 * look like a key, addresses with a password. Text with a placeholder, such as `{env:NAME}`, is none.
 */
export function literalSecrets(value: unknown): readonly LiteralSecret[] {
  return secretsBelow(value, [], false)
}

/** Copies settings with every {@link literalSecrets} taken out, to be kept and shown. */
export function withoutSecrets(value: unknown): unknown {
  return withoutSecretsBelow(value, false)
}

/** Whether a text is better not shown, though it may be none of an address or a key. */
export function looksSecret(text: string): boolean {
  return (
    secretValue.test(text) || /^(?:[a-z+.-]+:\/\/)?[^\s/@]+:[^\s/@]*@/i.test(text) || hasSecretInUrl(text)
  )
}

/** Whether an address holds a user name, a password or a key. */
export function hasSecretInUrl(text: string): boolean {
  const url = urlOf(text)
  if (url === undefined) return false
  // A name alone is a secret where the web is asked, and a person's own elsewhere: `ssh://build@one`.
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (url.password !== '' || (isWeb && url.username !== '')) return true
  return [...url.searchParams].some(
    ([name, value]) => value !== '' && (isSecretName(name) || secretQueryName.test(name)),
  )
}

function secretsBelow(
  value: unknown,
  path: LiteralSecret['path'],
  isNamedSecret: boolean,
): readonly LiteralSecret[] {
  if (typeof value === 'string') return isSecret(value, isNamedSecret) ? [{ path }] : []
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => secretsBelow(item, [...path, index], isNamedSecret))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    secretsBelow(member, [...path, name], isNamedSecret || isSecretName(name)),
  )
}

function withoutSecretsBelow(value: unknown, isNamedSecret: boolean): unknown {
  if (typeof value === 'string') return isSecret(value, isNamedSecret) ? redacted : value
  if (Array.isArray(value)) return value.map((item) => withoutSecretsBelow(item, isNamedSecret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      withoutSecretsBelow(member, isNamedSecret || isSecretName(name)),
    ]),
  )
}

function isSecret(text: string, isNamedSecret: boolean): boolean {
  if (text === '' || /\{[^{}]+\}/.test(text)) return false
  return isNamedSecret || secretValue.test(text) || hasSecretInUrl(text)
}

function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[_.\s]+/g, '-')
    .toLowerCase()
  return secretName.test(words) && !tokenOfText.test(words)
}

function urlOf(text: string): URL | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined
}
