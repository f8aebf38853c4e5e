import type { IncomingMessage } from 'node:http'
import type { CallBudget } from '../access/byte-budget.ts'

/** Taken from the budget at a time where nobody says how long a body will be. */
const stepBytes = 256 * 1024

export interface BodyLimits {
  readonly limitBytes: number
  readonly budget: CallBudget
  /** Ends the wait for other calls. */
  readonly signal: AbortSignal
}

/**
 * The whole body; why not as soon as it is longer than the limit, or there is too much under way already. What is left
 * unread then is thrown away by the server once the response has ended, so that the client gets to read it.
 */
export async function readRequestBody(
  request: IncomingMessage,
  { limitBytes, budget, signal }: BodyLimits,
): Promise<Buffer | 'too_large' | 'too_much'> {
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  if (announced > limitBytes) return 'too_large'
  // Nothing is read meanwhile: what waits, waits with the agent.
  const isAnnounced = !Number.isNaN(announced)
  if (isAnnounced && !(await budget.take(announced, signal))) return 'too_much'
  const chunks: Buffer[] = []
  let bytes = 0
  let taken = isAnnounced ? announced : 0
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      bytes += chunk.byteLength
      if (bytes > limitBytes) return settle(() => resolve('too_large'))
      while (bytes > taken) {
        if (!budget.tryTake(stepBytes)) return settle(() => resolve('too_much'))
        taken += stepBytes
      }
      chunks.push(chunk)
    }
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks)))
    const onError = (error: Error): void => settle(() => reject(error))
    const onClose = (): void => settle(() => reject(new Error('The connection closed within the request.')))
    const settle = (then: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      then()
    }
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}
