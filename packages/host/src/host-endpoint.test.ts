import { expect, test } from 'vitest'
import { HostEndpoint } from './host-endpoint.ts'

test('keeps an idle connection for as long as it is open itself', async () => {
  await using endpoint = await HostEndpoint.listen({ now: () => 0 })
  using served = endpoint.judgeTools.open({ judgeRunId: 'judge_1', metrics: [] })
  const answer = await fetch(`${served.tools.mcp.url}/judge`, { method: 'POST' })
  await answer.text()
  expect(answer.status).toBe(401)
  // Node names here after how many seconds it would close the connection.
  expect(answer.headers.get('keep-alive')).toBeNull()
})
