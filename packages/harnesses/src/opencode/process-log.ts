const tailLength = 16_000

/** The last of what a program wrote, with what must not be seen taken out. */
export class ProcessLog {
  #text = ''
  readonly #secrets: readonly string[]

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
  }

  append(text: string): void {
    this.#text = (this.#text + text).slice(-tailLength)
  }

  tail(): string {
    return this.#secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), this.#text)
  }
}
