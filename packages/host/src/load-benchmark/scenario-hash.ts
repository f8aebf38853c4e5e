import { readFile } from 'node:fs/promises'
import { parseModelRef, scriptedProvider } from '@vitrial/core'
import { sha256 } from '../fingerprint.ts'
import { scenarioFile } from './scenario-file.ts'

/** The hash of the scenario module that a scripted model plays; undefined for a real model. */
export async function scenarioHash(benchmarkDirectory: string, model: string): Promise<string | undefined> {
  const ref = parseModelRef(model)
  if (ref?.provider !== scriptedProvider) return undefined
  const file = await scenarioFile(benchmarkDirectory, ref.model)
  return file === undefined ? undefined : sha256(await readFile(file))
}
