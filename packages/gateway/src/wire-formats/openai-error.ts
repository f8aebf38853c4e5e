/** An error in the shape that every OpenAI-compatible client reads. */
export interface OpenAiError {
  readonly error: {
    readonly message: string
    readonly type: string
    readonly param: null
    readonly code: string
  }
}

/** @param code what a program may act on, such as `model_not_granted` or a `VITRIAL_…` code. */
export function openAiError(status: number, message: string, code: string): OpenAiError {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error'
  return { error: { message, type, param: null, code } }
}
