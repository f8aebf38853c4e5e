import { randomBytes } from 'node:crypto'
import { InfrastructureError } from '@vitrial/core/errors'
import type { ExitStatus, SandboxProcess } from '@vitrial/core/ports'
import { createOpencodeClient, type OpencodeClient } from '@opencode-ai/sdk/v2/client'
import { boundedFetch } from '../connection/bounded-fetch.ts'
import { connectionFetch } from '../connection/connection-fetch.ts'
import { aborted, within } from '../connection/deadline.ts'
import type { OpenCodeConfig } from '../program/opencode-config.ts'
import { Pace } from '../connection/pace.ts'
import { ProcessLog } from './process-log.ts'
import type { ServerSandbox } from './server-sandbox.ts'

const startTimeoutMs = 60_000

export interface ServerStart {
  readonly sandbox: ServerSandbox
  /** The binary as the sandbox knows it. */
  readonly binary: string
  /** Absolute path, seen from the sandbox. */
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly config: OpenCodeConfig
  /** Texts that must not appear in the log. */
  readonly secrets: readonly string[]
}

/** A running `opencode serve`. Disposing it ends the program and everything it started. */
export interface OpenCodeServer extends AsyncDisposable {
  /** Every answer is bounded. Its events are not: they are to be read by {@link OpenCodeServer.openEvents}. */
  readonly client: OpencodeClient
  /** The stream of its events, as it comes; the signal ends it. */
  openEvents(signal: AbortSignal): Promise<Response>
  /** Whoever has it may do everything; programs within see it in their environment. */
  readonly password: string
  /** Resolves when the program has ended, whoever ended it; never rejects. */
  readonly exited: Promise<ExitStatus>
  readonly hasExited: boolean
  /** The end of what the program wrote. */
  log(): string
}

/**
 * Starts OpenCode's server in a sandbox and waits until it listens.
 *
 * @throws {InfrastructureError} `VITRIAL_INFRA_HARNESS_START` if it does not come up within 60 s.
 */
export async function startOpenCodeServer(start: ServerStart, signal: AbortSignal): Promise<OpenCodeServer> {
  signal.throwIfAborted()
  const password = randomBytes(24).toString('base64url')
  const log = new ProcessLog([password, ...start.secrets])
  const process = await start.sandbox.exec(
    {
      argv: [start.binary, 'serve', '--hostname=127.0.0.1', '--port=0', '--print-logs', '--log-level=WARN'],
      cwd: start.directory,
      env: {
        ...start.environment,
        OPENCODE_SERVER_PASSWORD: password,
        OPENCODE_CONFIG_CONTENT: JSON.stringify(start.config),
      },
    },
    signal,
  )
  const server = { hasExited: false }
  const exited = process.exit
    .catch((): ExitStatus => ({ code: null, signal: null }))
    .finally(() => (server.hasExited = true))
  try {
    const port = await listeningPort(process, exited, log, signal)
    const baseUrl = `http://127.0.0.1:${port}`
    const headers = { authorization: `Basic ${Buffer.from(`opencode:${password}`).toString('base64')}` }
    const plainFetch = connectionFetch((request) => start.sandbox.dial(port, request))
    const eventsUrl = `${baseUrl}/event?directory=${encodeURIComponent(start.directory)}`
    return {
      client: createOpencodeClient({
        baseUrl,
        directory: start.directory,
        headers,
        fetch: boundedFetch(plainFetch),
      }),
      openEvents: (until) => plainFetch(eventsUrl, { headers, signal: until }),
      password,
      exited,
      get hasExited() {
        return server.hasExited
      },
      log: () => log.tail(),
      [Symbol.asyncDispose]: () => process.kill(),
    }
  } catch (error) {
    await process.kill()
    throw error
  }
}

/** The port that the server says it listens on. */
async function listeningPort(
  process: SandboxProcess,
  exited: Promise<ExitStatus>,
  log: ProcessLog,
  signal: AbortSignal,
): Promise<number> {
  const port = readPort(process, log)
  using abort = aborted(signal)
  const first = await within(Promise.race([port, exited, abort.promise]), startTimeoutMs)
  signal.throwIfAborted()
  if (typeof first === 'number') return first
  const what = first === undefined ? `did not listen within ${startTimeoutMs / 1000} s` : describeExit(first)
  throw new InfrastructureError(
    'VITRIAL_INFRA_HARNESS_START',
    `OpenCode's server ${what}. The end of its output:\n${log.tail().trim() || '(nothing)'}`,
  )
}

/** Reads both outputs to their ends, so that the program never waits for a reader. */
function readPort(process: SandboxProcess, log: ProcessLog): Promise<number> {
  follow(process.stderr, (text) => log.append(text))
  return new Promise((resolve) => {
    let seen = ''
    follow(process.stdout, (text) => {
      log.append(text)
      seen = (seen + text).slice(-1000)
      const port = /listening on http:\/\/[^\s:]+:(\d+)\s/.exec(seen)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
}

/** An output that breaks says no more than one that ends: `exit` tells how the program ended. */
function follow(stream: AsyncIterable<Uint8Array>, onText: (text: string) => void): void {
  readText(stream, onText).catch(() => undefined)
}

async function readText(stream: AsyncIterable<Uint8Array>, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  const pace = new Pace()
  for await (const chunk of stream) await pace.work(() => onText(decoder.decode(chunk, { stream: true })))
}

/** How a program ended, in words. */
export function describeExit(exit: ExitStatus): string {
  if (exit.signal !== null) return `was ended by ${exit.signal}`
  return exit.code === null ? 'ended' : `exited with code ${exit.code}`
}
