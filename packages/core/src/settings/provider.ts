/** What a model costs, in US dollars for a million tokens. */
export interface ModelPrices {
  /** What is read. */
  readonly input: number
  /** What is written, reasoning included. */
  readonly output: number
  /** @default as `input` */
  readonly cache_read?: number | undefined
  /** @default as `input` */
  readonly cache_write?: number | undefined
}

/** A model of a provider, as a person writes it: in the shape of OpenCode's own configuration. */
export interface Model {
  /** The name that OpenCode shows. */
  readonly name?: string | undefined
  /** The id sent to the provider. @default the entry's key */
  readonly id?: string | undefined
  /** Without prices the cost of a run is unknown, never nothing. */
  readonly cost?: ModelPrices | undefined
  /** How many tokens fit into a request and into an answer. */
  readonly limit?: { readonly context: number; readonly output: number } | undefined
  /** Sent with every request of the model, such as `{ temperature: 0 }`. A key is refused: options go into the sandbox. */
  readonly options?: Readonly<Record<string, unknown>> | undefined
  /** More options by variant: model `acme/large#high` gets those of `high`. */
  readonly variants?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
}

/** A provider of models, as a person writes it: in the shape of OpenCode's own configuration. */
export interface Provider {
  /** The name that OpenCode shows. */
  readonly name?: string | undefined
  /** OpenCode's package for the provider. Vitrial's gateway speaks OpenAI's chat completions, whatever it names. */
  readonly npm?: string | undefined
  /** How the provider is reached. */
  readonly options?:
    | {
        /** The base URL of a service that speaks OpenAI's chat completions, such as `https://api.acme.example/v1`. */
        readonly baseURL?: string | undefined
        /** Where the key is: `'{env:ACME_API_KEY}'`. The key itself is refused. */
        readonly apiKey?: string | undefined
      }
    | undefined
  /** Its models by the name that stands behind the `/`. */
  readonly models?: Readonly<Record<string, Model>> | undefined
}
