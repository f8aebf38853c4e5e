import type { Vitest } from 'vitest/node'
import { EvalsReporter } from '../reporter/evals-reporter.ts'
import { EvalsSession } from '../session/evals-session.ts'

/** The session of a Vitest. Its first project of evals opens it, with the one reporter that all of them share. */
export function openSession(vitest: Vitest): EvalsSession {
  const opened = EvalsSession.find(vitest)
  if (opened) return opened
  const session = EvalsSession.open(vitest)
  // Pushed here it survives `--reporter`; named in a project's config it would not even be read.
  vitest.config.reporters.push(new EvalsReporter(vitest, session))
  return session
}
