import type { IncomingMessage } from 'node:http'

/**
 * The whole body; undefined as soon as it is longer than the limit. What is left unread then is
 * thrown away by the server once the response has ended, so that the client gets to read it.
 */
export async function readRequestBody(
  request: IncomingMessage,
  limitBytes: number,
): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      bytes += chunk.byteLength
      chunks.push(chunk)
      if (bytes > limitBytes) settle(() => resolve(undefined))
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
