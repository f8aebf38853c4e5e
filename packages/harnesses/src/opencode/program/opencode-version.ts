import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { BenchmarkError } from '@vitrial/core/errors'
import { z } from 'zod'

const packageSchema = z.object({ name: z.string().startsWith('opencode'), version: z.string() })

/**
 * Finds out the version of an OpenCode binary: from the package it was installed with, which costs nothing, else
 * by asking it.
 */
export async function openCodeVersion(binary: string): Promise<string> {
  const file = path.join(path.dirname(binary), '..', 'package.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const found = packageSchema.safeParse(text === undefined ? undefined : JSON.parse(text))
  return found.success ? found.data.version : askVersion(binary)
}

/** The same, found out once. A failure is not remembered: whoever mends the installation and asks again gets an answer. */
export function rememberedVersion(binary: () => string): () => Promise<string> {
  let known: Promise<string> | undefined
  const find = async (): Promise<string> => await openCodeVersion(binary())
  return () => {
    known ??= find().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

async function askVersion(binary: string): Promise<string> {
  // It writes into its home as soon as it starts.
  const home = await mkdtemp(path.join(tmpdir(), 'vitrial-opencode-'))
  try {
    const { stdout } = await promisify(execFile)(binary, ['--version'], {
      env: { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: home },
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    return stdout.trim()
  } catch (cause) {
    throw new BenchmarkError(
      'VITRIAL_OPENCODE_MISSING',
      `${binary} did not say its version. Check that it runs: "${binary} --version".`,
      { cause },
    )
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
