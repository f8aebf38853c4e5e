import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chat, openGateway, type OpenedGateway } from '../../endpoint/opened-gateway.fixture.ts'
import { startUpstream, type UpstreamServer } from './upstream-server.fixture.ts'

const key = 'sk-real-4f7a9c20d1'
const said = JSON.stringify({ choices: [{ message: { content: `The key is ${key}` } }] })

function through({ baseURL }: UpstreamServer): Promise<OpenedGateway> {
  const acme = { options: { baseURL, apiKey: '{env:ACME_KEY}' }, models: { fast: {} } }
  return openGateway('acme/fast', { providers: { acme }, environment: { ACME_KEY: key } })
}

function startAnswering(body: Uint8Array, headers: Record<string, string>): Promise<UpstreamServer> {
  return startUpstream((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body),
  )
}

describe('a body that is compressed though it was not to be', () => {
  it.each([
    ['gzip', gzipSync(said)],
    ['deflate', deflateSync(said)],
    ['br', brotliCompressSync(said)],
    ['gzip, br', brotliCompressSync(gzipSync(said))],
  ])('is decoded, and redacted: %s', async (encoding, body) => {
    await using upstream = await startAnswering(body, { 'content-encoding': encoding })
    await using opened = await through(upstream)
    expect(await (await opened.post(chat('fast'))).text()).toContain('The key is [redacted]')
    expect(opened.exchanges[0]?.response.text).toContain('The key is [redacted]')
  })

  it.each([
    [
      'has an encoding that nobody knows',
      Buffer.from(said),
      { 'content-encoding': 'rot13' },
      '"rot13" is not known',
    ],
    ['does not say so', gzipSync(said), {}, 'compressed and does not say so'],
    ['is no text', brotliCompressSync(said), {}, 'not text in UTF-8'],
  ])('is neither passed on nor kept where it %s', async (_, body, headers: Record<string, string>, why) => {
    await using upstream = await startAnswering(body, headers)
    await using opened = await through(upstream)
    const response = await opened.post(chat('fast'))
    const passedOn = await response.text().catch(() => '')
    await opened.ended(1)
    const [exchange] = opened.exchanges
    expect(passedOn).toBe('')
    expect(exchange?.response.text).toBe('')
    expect(exchange?.error).toContain(why)
    expect(exchange?.response.aborted).toBe(true)
  })
})
