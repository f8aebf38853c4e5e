import type { HostProgress } from '@vitrial/host'
import colors from 'picocolors'
import type { Vitest } from 'vitest/node'
import { say } from './say.ts'
import { shownText } from '../../../terminal/shown-text.ts'
import { PlainProgress } from './plain-progress.ts'
import { progressLine } from './progress-line.ts'
import { addToSummaryWindow } from './summary-window.ts'

const lookEveryMs = 500
const logWidth = 160

/** A project's progress, asked whenever it is to be shown. */
export interface ShownProject {
  readonly name: string
  readonly progress: () => HostProgress
}

/**
 * Shows how far the projects are until it is disposed: one live line each in Vitest's own window on a
 * terminal, else now and then a plain line. Nothing with `--silent`.
 */
export function showProgress(vitest: Vitest, projects: () => readonly ShownProject[]): Disposable {
  if (vitest.config.silent === true) return { [Symbol.dispose]: () => undefined }
  const window = addToSummaryWindow(vitest, () => {
    const width = process.stdout.columns ?? 80
    return projects().flatMap(({ name, progress }) => {
      const now = progress()
      return now.total === 0
        ? []
        : [shownText(progressLine(name, now, { colors, width }), colors.isColorSupported)]
    })
  })
  return window ?? plainLines(vitest, projects)
}

function plainLines(vitest: Vitest, projects: () => readonly ShownProject[]): Disposable {
  const startedAtMs = performance.now()
  const plain = new Map<string, PlainProgress>()
  const timer = setInterval(() => {
    for (const { name, progress } of projects()) {
      const due = plain.get(name) ?? new PlainProgress(startedAtMs)
      plain.set(name, due)
      const now = progress()
      if (due.isDue(now, performance.now())) say(vitest, progressLine(name, now, { colors, width: logWidth }))
    }
  }, lookEveryMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
