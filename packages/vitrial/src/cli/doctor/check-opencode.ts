import { BenchmarkError } from '@vitrial/core/errors'
import { openCodeVersion, resolveOpenCodeBinary } from '@vitrial/harnesses'
import { imageOpenCodeVersion as pinned } from '@vitrial/runtimes'
import type { Check } from './check.ts'

/** Checks that this machine has the OpenCode that Vitrial was made for: judges run it here. */
export async function checkOpenCode(): Promise<Check> {
  try {
    const binary = resolveOpenCodeBinary()
    const version = await openCodeVersion(binary)
    if (version === pinned) return { id: 'opencode', state: 'ok', text: `opencode ${version}` }
    const text = `opencode ${version} at ${binary} is not ${pinned}, which Vitrial was made for`
    return { id: 'opencode', state: 'no', text, fix: `npm i opencode-ai@${pinned}` }
  } catch (error) {
    if (!(error instanceof BenchmarkError)) throw error
    return { id: 'opencode', state: 'no', text: error.message }
  }
}
