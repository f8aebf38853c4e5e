/** What of a request reaches a provider. */
export interface PassedRequest<Body> {
  readonly body: Body
  /** Places of what does not, such as `plugins` or `tools[](web_search)`, each once. */
  readonly leftOut: readonly string[]
}

/** How an agent and a provider speak with each other: one unit for each way. */
export interface WireFormat<Body> {
  /** Method and path that the gateway serves it under. */
  readonly route: string
  /** The request as it was sent, if it is one; else why not. */
  parse(value: unknown): { readonly body: Body } | { readonly problem: string }
  /**
   * Leaves out what a run has no claim to: another model, another price, the web, what is kept at the provider's.
   *
   * @param declared options that the benchmark declares for the model: with the declared value, each passes.
   */
  pass(body: Body, declared: Readonly<Record<string, unknown>>): PassedRequest<Body>
}
