import type { Sandbox } from '@vitrial/core'

/**
 * Where an OpenCode server runs: a sandbox, or anything else that can run a program and open a
 * connection to it.
 */
export type ServerPlace = Pick<Sandbox, 'exec' | 'dial'>
