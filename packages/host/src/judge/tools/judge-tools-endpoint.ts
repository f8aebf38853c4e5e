import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { judgeProtocol } from '@vitrial/core/judging'
import type { Clock } from '@vitrial/core/ports'
import { servedTools, type ServedTool } from './judge-tool-schemas.ts'
import { JudgeToolsRun, type JudgeToolsRunOptions } from './judge-tools-run.ts'

const largestRequestBytes = 1024 * 1024

export interface JudgeToolsEndpointOptions {
  /** Where {@link JudgeToolsEndpoint.handle} is reached, such as `http://127.0.0.1:4100/judge-tools`. */
  readonly url: string
  readonly clock: Pick<Clock, 'now'>
}

/** A judge run's tools, served until disposed. */
export interface ServedJudgeRun extends Disposable {
  readonly tools: JudgeToolsRun
}

/**
 * Serves the judge tools over MCP Streamable HTTP at `POST <url>/<judge run>/<prefix>`, each judge run under a
 * token of its own. Stateless: the judge run is in the path, so nothing is kept between requests.
 */
export class JudgeToolsEndpoint {
  readonly #url: string
  readonly #clock: Pick<Clock, 'now'>
  readonly #served: readonly ServedTool[] = servedTools()
  /** By path segment. */
  readonly #runs = new Map<string, JudgeToolsRun>()

  constructor({ url, clock }: JudgeToolsEndpointOptions) {
    this.#url = url.replace(/\/+$/, '')
    this.#clock = clock
  }

  /** Opens the tools of a judge run. Disposing closes them and makes the token worthless. */
  open(run: Omit<JudgeToolsRunOptions, 'mcp' | 'clock'>): ServedJudgeRun {
    const { judgeRunId } = run
    const segment = encodeURIComponent(judgeRunId)
    const mcp = { url: `${this.#url}/${segment}`, token: randomBytes(32).toString('base64url') }
    const tools = new JudgeToolsRun({ ...run, mcp, clock: this.#clock })
    this.#runs.set(segment, tools)
    return {
      tools,
      [Symbol.dispose]: () => {
        tools.close()
        if (this.#runs.get(segment) === tools) this.#runs.delete(segment)
      },
    }
  }

  /** Answers one HTTP request. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = this.#routeOf(request.url ?? '')
    if (route === undefined) {
      endWith(response, 404, 'No such judge run or tool server.')
    } else if (!bearsToken(request, route.run.mcp.token)) {
      response.setHeader('www-authenticate', 'Bearer')
      endWith(response, 401, 'The token is not the one of this judge run.')
    } else if (request.method !== 'POST') {
      response.setHeader('allow', 'POST')
      endWith(response, 405, 'Only POST is served: there are no streams and no sessions.')
    } else {
      await answer(route, request, response)
    }
  }

  #routeOf(url: string): Route | undefined {
    const base = `${new URL(this.#url).pathname.replace(/\/$/, '')}/`
    const [path = ''] = url.split('?', 1)
    if (!path.startsWith(base)) return undefined
    const [segment = '', prefix, ...rest] = path.slice(base.length).split('/')
    const run = this.#runs.get(segment)
    const served = this.#served.filter((tool) => tool.prefix === prefix)
    return run === undefined || served.length === 0 || rest.length > 0 ? undefined : { run, served }
  }
}

interface Route {
  readonly run: JudgeToolsRun
  readonly served: readonly ServedTool[]
}

/** Compares digests, so that neither content nor length of the token shows in the time it takes. */
function bearsToken(request: IncomingMessage, token: string): boolean {
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

async function answer(route: Route, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const server = serverOf(route)
  // Without sessionIdGenerator the transport is stateless and must be a new one for every request.
  const transport = new StreamableHTTPServerTransport({
    enableJsonResponse: true,
    maxRequestBodySize: largestRequestBytes,
  })
  response.once('close', () => {
    // It answers nothing any more, whether or not it ends in good order.
    server.close().catch(() => undefined)
  })
  await server.connect(transport)
  await transport.handleRequest(request, response)
}

function serverOf({ run, served }: Route): Server {
  const server = new Server(
    { name: 'vitrial-judge-tools', version: String(judgeProtocol) },
    { capabilities: { tools: {} } },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: served.map(({ listed }) => listed) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const found = served.find(({ listed }) => listed.name === params.name)
    const { text, isError } =
      found === undefined
        ? { text: `There is no tool ${JSON.stringify(params.name)} here.`, isError: true }
        : await run.call(found.tool, params.arguments ?? {}, signal)
    return { content: [{ type: 'text', text }], isError }
  })
  return server
}

function endWith(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: message }))
}
