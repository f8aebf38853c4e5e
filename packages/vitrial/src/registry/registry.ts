import type { Invocation } from '@vitrial/core'
import type { Vitest } from 'vitest/node'
import type { SharedGuardian } from '../composition/shared-guardian.ts'
import type { EvalsSession } from '../vitest/main/session/evals-session.ts'
import type { ChannelClient } from '../vitest/worker/client/channel-client.ts'

/** The one piece of state shared by all copies of this package in a process or a worker. */
export interface Registry {
  /** In Vitest's main process: the evals at work in each Vitest. */
  readonly sessions: WeakMap<Vitest, EvalsSession>
  /** In Vitest's main process: what all projects of evals in a Vitest may cost together. */
  readonly invocations: WeakMap<Vitest, Invocation>
  /** In Vitest's main process: what ends the sandboxes of all hosts if it dies. */
  guardian?: SharedGuardian
  /** In a worker: the way to the host. */
  channel?: ChannelClient
}

const key = Symbol.for('vitrial')

/** The registry of this process or worker. It hangs on `globalThis` because a module may load twice. */
export function registry(): Registry {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else uses this symbol
  const holder = globalThis as { [key]?: Registry }
  return (holder[key] ??= { sessions: new WeakMap(), invocations: new WeakMap() })
}
