import { constants } from 'node:os'
import type { Vitest } from 'vitest/node'
import { say } from '../output/say.ts'
import { endRun } from './end-run.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type HandledSignal = (typeof signals)[number]

/**
 * Answers signals in Vitest's place, whose own listeners exit within a millisecond. The first one cancels,
 * waits for the tests to skip and the hosts to close, and exits with 128 + the signal's number; the next
 * one exits at once.
 */
export function takeOverSignals(vitest: Vitest, cancel: (reason: string) => void): Disposable {
  const removed = signals.flatMap((signal) =>
    process
      .rawListeners(signal)
      .filter(isVitestsOwn)
      .map((listener) => {
        process.off(signal, listener)
        return { signal, listener }
      }),
  )
  let isEnding = false
  const onSignal = (signal: HandledSignal): void => {
    const exitCode = 128 + constants.signals[signal]
    if (isEnding) process.exit(exitCode)
    isEnding = true
    say(vitest, `\n ${signal}: ending what runs, then exiting. Once more to exit at once.`)
    const exit = (): never => process.exit(exitCode)
    endRun({ vitest, exitCode, cancel: () => cancel(`interrupted by ${signal}`) }).then(exit, exit)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, onSignal)
      for (const { signal, listener } of removed) process.on(signal, listener)
    },
  }
}

type Listener = (...parameters: unknown[]) => void

/** Vitest's logger names its listener `onExit`; a person's own listeners stay. */
function isVitestsOwn(listener: unknown): listener is Listener {
  if (typeof listener !== 'function') return false
  const original = 'listener' in listener ? listener.listener : listener
  return typeof original === 'function' && original.name === 'onExit'
}
