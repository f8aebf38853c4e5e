import { errorMessage } from '@vitrial/core/errors'
import type { EngineApi } from './engine.ts'
import { findEngine } from './find-engine.ts'

/**
 * The engine of tests that need one. Undefined where none answers: tests skip then, unless
 * `VITRIAL_REQUIRE_DOCKER=1` says that they must not.
 */
export async function engineUnderTest(): Promise<EngineApi | undefined> {
  try {
    const { signal } = new AbortController()
    return (await findEngine({ signal, environment: process.env })).api
  } catch (error) {
    if (process.env['VITRIAL_REQUIRE_DOCKER'] === '1') throw error
    process.stderr.write(`skipped, for want of a container engine: ${errorMessage(error)}\n`)
    return undefined
  }
}
