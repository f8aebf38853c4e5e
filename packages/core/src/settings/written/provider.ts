/** What a model costs, in US dollars for a million tokens. */
export interface ModelPrices extends TokenPrices {
  /** For calls that read more than 200,000 tokens. @default the same */
  readonly context_over_200k?: TokenPrices | undefined
}

/** Prices of tokens by what they are. */
export interface TokenPrices {
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
  readonly limit?:
    | {
        readonly context: number
        /** How many of them a request may have. */
        readonly input?: number | undefined
        readonly output: number
      }
    | undefined
  /** The family that OpenCode takes the model for. */
  readonly family?: string | undefined
  /** When the model came out. */
  readonly release_date?: string | undefined
  /** Whether the model reads files. */
  readonly attachment?: boolean | undefined
  /** Whether the model reasons. */
  readonly reasoning?: boolean | undefined
  /** How its reasoning is set, from which OpenCode makes variants. */
  readonly reasoning_options?:
    | readonly (
        | { readonly type: 'effort'; readonly values: readonly string[] }
        | { readonly type: 'toggle' }
        | {
            readonly type: 'budget_tokens'
            /** The least it may think, in tokens. */
            readonly min?: number | undefined
            /** The most it may think, in tokens. */
            readonly max?: number | undefined
          }
      )[]
    | undefined
  /** Whether the model takes a temperature. */
  readonly temperature?: boolean | undefined
  /** Whether the model calls tools. */
  readonly tool_call?: boolean | undefined
  /** Where the model's reasoning stands in its answers. */
  readonly interleaved?: boolean | string | { readonly field: string } | undefined
  /** Which kinds of content the model takes. */
  readonly modalities?:
    | {
        /** What it reads. */
        readonly input?: readonly Modality[] | undefined
        /** What it writes. */
        readonly output?: readonly Modality[] | undefined
      }
    | undefined
  /** Whether the model is a trial of its maker's. */
  readonly experimental?: boolean | undefined
  /** How far its maker has come with the model. */
  readonly status?: 'alpha' | 'beta' | 'deprecated' | 'active' | undefined
  /** Headers of every request of the model, over those of its provider; see there. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent with every request of the model, such as `{ temperature: 0 }`. A key is refused: options go into the sandbox. */
  readonly options?: Readonly<Record<string, unknown>> | undefined
  /** More options by variant: model `acme/large#high` gets those of `high`. */
  readonly variants?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
}

/** What a model reads or writes. */
export type Modality = 'text' | 'audio' | 'image' | 'video' | 'pdf'

/** A provider of models, as a person writes it: in the shape of OpenCode's own configuration. */
export interface Provider {
  /** The name that OpenCode shows. */
  readonly name?: string | undefined
  /** OpenCode's package for the provider: the one for OpenAI's chat completions, which is what the gateway speaks. */
  readonly npm?: '@ai-sdk/openai-compatible' | undefined
  /** How the provider is reached. */
  readonly options?:
    | {
        /** The base URL of a service that speaks OpenAI's chat completions, such as `https://api.acme.example/v1`. */
        readonly baseURL?: string | undefined
        /** Where the key is: `'{env:ACME_API_KEY}'`. The key itself is refused. */
        readonly apiKey?: string | undefined
        /**
         * Headers of every request. The gateway sends them, no sandbox sees them. A key in one is named:
         * `{ 'x-org-key': '{env:ACME_ORG_KEY}' }`.
         */
        readonly headers?: Readonly<Record<string, string>> | undefined
        /** How long it may say nothing before its call has failed, in milliseconds. @default 300_000 */
        readonly timeout?: number | undefined
      }
    | undefined
  /** Its models by the name that stands behind the `/`. */
  readonly models?: Readonly<Record<string, Model>> | undefined
}
