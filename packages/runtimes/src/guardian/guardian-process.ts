import { createInterface } from 'node:readline'
import type { Trace } from '@vitrial/core/ports'
import { endTrace } from '../leftovers/end-trace.ts'
import { applyLine } from './guardian-line.ts'

/*
 * The guardian's process. Its standard input closes when the host ends, however it ends; then it ends what it
 * was told of. It loads nothing but Node, so that it is small and there before the first sandbox.
 */

// Whoever ends the host's process group by a signal must not end this: that is when it is needed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.title = 'vitrial-guardian'

const held = new Map<number, Trace>()
for await (const line of createInterface({ input: process.stdin })) applyLine(held, line)
await Promise.allSettled([...held.values()].map(endTrace))
