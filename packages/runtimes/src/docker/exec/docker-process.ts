import type { ExitStatus, SandboxProcess } from '@vitrial/core/ports'
import { untilAborted } from '@vitrial/core/waiting'
import { markerVariable } from '../../ownership/sandbox-processes.ts'
import { candidateUser } from '../inside/sandbox-layout.ts'
import { killProgram, runText } from '../inside/inner-programs.ts'
import { OutputStream } from './output-stream.ts'
import { exitCode, openExec, pipeOver, type OpenExec } from './sandbox-exec.ts'
import { EngineFrames } from '../../engine/engine-frames.ts'
import type { EngineContainer } from '../../engine/engine.ts'

const graceMs = 1_000
const deadlineMs = 10_000
/** How often a program is looked at whose output is suspended: its end does not show while its output is not read. */
const suspendedLookMs = 1_000
const keptStartBytes = 8_192

/** What a program needs of its sandbox. */
export interface ExecContext {
  readonly container: EngineContainer
  /** The value of the marker in the environment of the program and of all it starts. */
  readonly marker: string
  /** Whether every process of the sandbox has been or is being ended. */
  readonly isEnded: () => boolean
  /** Ends the whole sandbox, where one program cannot be ended by itself. */
  readonly endSandbox: () => Promise<void>
}

/** A program of the candidate in a running container. */
export class DockerProcess implements SandboxProcess {
  readonly stdout = new OutputStream(() => this.#goOn())
  readonly stderr = new OutputStream(() => this.#goOn())
  readonly exit: Promise<ExitStatus>
  readonly #context: ExecContext
  readonly #opened: OpenExec
  readonly #leader: Promise<number | undefined>
  #setLeader: (pid: number | undefined) => void = () => undefined
  #start: string | undefined = ''
  #isReleased = false
  #killing: Promise<void> | undefined

  constructor(opened: OpenExec, context: ExecContext) {
    this.#opened = opened
    this.#context = context
    this.#leader = new Promise((resolve) => (this.#setLeader = resolve))
    const frames = new EngineFrames({
      onStdout: (part) => this.stdout.add(part),
      onStderr: (part) => this.#takeError(part),
    })
    const { pipe } = opened
    pipe.on('data', (chunk: Buffer) => {
      frames.push(chunk)
      if (!this.#isReleased && (this.stdout.isFull || this.stderr.isFull)) this.#suspendOutput()
    })
    pipe.on('error', () => {})
    this.exit = pipeOver(pipe).then(() => this.#ended())
  }

  /** Resolves with whether the program is there and runs. */
  async hasStarted(signal: AbortSignal): Promise<boolean> {
    return (await untilAborted(this.#leader, signal)) !== undefined
  }

  /** Tells what came instead of a start. The engine's own words come as output. */
  whatCame(): string {
    const output: unknown = this.stdout.read()
    return `${this.#start ?? ''}${Buffer.isBuffer(output) ? output.toString() : ''}`.trim()
  }

  kill(): Promise<void> {
    return (this.#killing ??= this.#kill())
  }

  /** Lets the output flow from now on: an engine cannot end a container whose programs' output nobody takes. */
  release(): void {
    this.#isReleased = true
    this.#opened.pipe.resume()
  }

  async #kill(): Promise<void> {
    this.release()
    if (!this.#context.isEnded() && !(await this.#endByProgram())) await this.#context.endSandbox()
    await this.exit
  }

  /** Has a program beside it, with the same rights, end it. False if that did not work. */
  async #endByProgram(): Promise<boolean> {
    const leader = (await this.#leader) ?? -1
    const marker = `${markerVariable}=${this.#context.marker}`
    const text = killProgram({ marker, leader, graceMs, deadlineMs })
    try {
      const signal = AbortSignal.timeout(graceMs + 2 * deadlineMs)
      const { exec, pipe } = await openExec(
        this.#context.container,
        { argv: runText(text), user: candidateUser },
        signal,
      )
      pipe.on('error', () => {})
      pipe.resume()
      await untilAborted(pipeOver(pipe), signal)
      return (await exitCode(exec)) === 0
    } catch {
      // The sandbox has no process left to give, or the engine none to start: both end with the sandbox.
      return false
    }
  }

  /** What comes before the program's own output tells that it runs. */
  #takeError(part: Buffer): void {
    if (this.#start === undefined) return this.stderr.add(part)
    this.#start = (this.#start + part.toString('latin1')).slice(-keptStartBytes)
    const match = /^started (\d+)\n/.exec(this.#start)
    if (match === null) return
    const rest = Buffer.from(this.#start.slice(match[0].length), 'latin1')
    this.#start = undefined
    this.#setLeader(Number(match[1]))
    if (rest.length > 0) this.stderr.add(rest)
  }

  #goOn(): void {
    if (!this.stdout.isFull && !this.stderr.isFull) this.#opened.pipe.resume()
  }

  #suspendOutput(): void {
    const { pipe, exec } = this.#opened
    pipe.pause()
    const look = async (): Promise<void> => {
      if (!pipe.isPaused() || this.#isReleased) return
      const isRunning = await exec.inspect().then(
        ({ Running }) => Running,
        () => true,
      )
      if (isRunning) this.#lookAgain(look)
      else this.release()
    }
    this.#lookAgain(look)
  }

  #lookAgain(look: () => Promise<void>): void {
    setTimeout(() => void look(), suspendedLookMs).unref()
  }

  async #ended(): Promise<ExitStatus> {
    this.#setLeader(undefined)
    this.stdout.end()
    this.stderr.end()
    this.#opened.pipe.destroy()
    // A container that has been ended may not know its programs any more.
    const code = await exitCode(this.#opened.exec).catch(() => null)
    return code === null ? { code, signal: 'SIGKILL' } : { code, signal: null }
  }
}
