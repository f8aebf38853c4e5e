import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { BenchmarkError, errorMessage, StoreError } from '@vitrial/core/errors'
import type { Clock } from '@vitrial/core/ports'
import type { RunOwner } from '@vitrial/core/records'
import { z } from 'zod'
import type { HostParts } from '../../parts/host-parts.ts'

/** A holder on another machine that has not been heard of for so long is taken for dead. */
const staleAfterMs = 30_000

const retryMs = 50

const holderSchema = z.object({
  machine: z.string(),
  pid: z.int(),
  startedAtMs: z.number(),
  /** Milliseconds since the epoch. */
  heldSinceMs: z.number(),
})
type Holder = z.infer<typeof holderSchema>

type HoldParts = Pick<HostParts, 'owner' | 'standingOf'> & { readonly clock: Pick<Clock, 'now'> }

/** The right to write a benchmark's results; one process has it at a time. */
export interface ResultsHold extends AsyncDisposable {
  /**
   * Tells holders elsewhere that this one lives.
   *
   * @throws {BenchmarkError} `VITRIAL_RESULTS_HELD` if one of them took this one for dead.
   */
  renew(): Promise<void>
}

/**
 * Takes the results of a benchmark for this process. What a dead process held is taken over.
 *
 * @throws {BenchmarkError} `VITRIAL_RESULTS_HELD` while another process that lives holds them.
 */
export async function holdResults(root: string, parts: HoldParts): Promise<ResultsHold> {
  const file = join(root, 'holder.json')
  const holder: Holder = { ...parts.owner, heldSinceMs: parts.clock.now() }
  const content = `${JSON.stringify(holder)}\n`
  while (!(await createFile(file, content))) await removeDeadHolder(file, parts)
  return {
    renew: async () => {
      const found = await readText(file)
      if (found !== content) throw takenOver(file, found)
      const now = new Date(parts.clock.now())
      await utimes(file, now, now)
    },
    [Symbol.asyncDispose]: async () => {
      if ((await readText(file)) === content) await rm(file, { force: true })
    },
  }
}

/** Empty if there is no such file. */
async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return ''
    throw error
  }
}

/** False if there is such a file already. */
async function createFile(file: string, content: string): Promise<boolean> {
  let isNew = false
  try {
    await using handle = await open(file, 'wx')
    isNew = true
    await handle.writeFile(content)
    return true
  } catch (cause) {
    if (isCode(cause, 'EEXIST')) return false
    // Cut short it would pass for a holder until it is old.
    if (isNew) await rm(file, { force: true })
    throw new StoreError(
      'VITRIAL_STORE_WRITE',
      `Could not write ${file}: ${errorMessage(cause)}. Make room on the disk, and run again.`,
      { cause },
    )
  }
}

async function isOld(file: string, clock: Pick<Clock, 'now'>): Promise<boolean> {
  try {
    return clock.now() - (await stat(file)).mtimeMs > staleAfterMs
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Removes a holder that is dead; throws if it lives. Returns when it is worth trying again. */
async function removeDeadHolder(file: string, parts: HoldParts): Promise<void> {
  if (!(await isHolderDead(file, parts))) return
  // Only under this second lock is a holder ever removed, and only after another look: else the slower of two
  // that found a dead holder would remove the quicker one.
  const lock = `${file}.takeover`
  if (!(await createFile(lock, ''))) {
    if (await isOld(lock, parts.clock)) await rm(lock, { force: true })
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return
  }
  try {
    if (await isHolderDead(file, parts)) await rm(file, { force: true })
  } finally {
    await rm(lock, { force: true })
  }
}

/** Throws if the holder lives; false if there is none any more or it cannot be told yet. */
async function isHolderDead(file: string, { owner, standingOf, clock }: HoldParts): Promise<boolean> {
  const found = await readHolder(file, clock)
  if (found?.holder && isAlive(standingOf(found.holder), found.silentMs)) {
    throw isSame(found.holder, owner) ? heldHere(file) : heldBy(file, found.holder)
  }
  return found !== undefined
}

/** Undefined if there is none any more. A file cut short is a holder that died while writing it, once it is old. */
async function readHolder(
  file: string,
  clock: Pick<Clock, 'now'>,
): Promise<{ readonly holder?: Holder; readonly silentMs: number } | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    const silentMs = clock.now() - mtimeMs
    const holder = parseHolder(text)
    if (holder !== undefined) return { holder, silentMs }
    if (silentMs > staleAfterMs) return { silentMs }
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return undefined
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function isAlive(standing: ReturnType<HostParts['standingOf']>, silentMs: number): boolean {
  return standing === 'alive' || (standing === 'elsewhere' && silentMs < staleAfterMs)
}

function heldBy(file: string, { machine, pid, heldSinceMs }: Holder & RunOwner): BenchmarkError {
  const since = new Date(heldSinceMs).toISOString().replace(/\.\d+Z$/, 'Z')
  const [host] = machine.split('/')
  return new BenchmarkError(
    'VITRIAL_RESULTS_HELD',
    `Process ${pid} on ${host} has been running this benchmark since ${since}. Wait until it has ended, or end it: two runs would pay for the same work twice.`,
    { location: { file } },
  )
}

function isSame(one: RunOwner, other: RunOwner): boolean {
  return one.machine === other.machine && one.pid === other.pid && one.startedAtMs === other.startedAtMs
}

function heldHere(file: string): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_RESULTS_HELD',
    'This process is at work on this benchmark already. If two projects of evals have the same root, take one out ' +
      'of the config, or name the one to run: --project <name>.',
    { location: { file } },
  )
}

function takenOver(file: string, found: string): BenchmarkError {
  const holder = parseHolder(found)
  const who = holder ? `Process ${holder.pid} on ${holder.machine.split('/')[0]}` : 'Another process'
  return new BenchmarkError(
    'VITRIAL_RESULTS_HELD',
    `${who} has taken these results over: this process was not heard of for ${staleAfterMs / 1000} s. End one of the two.`,
    { location: { file } },
  )
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
