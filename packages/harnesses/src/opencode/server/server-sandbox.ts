import type { Sandbox } from '@vitrial/core/ports'

/** The part of a sandbox that an OpenCode server needs: it runs a program and opens connections to it. */
export type ServerSandbox = Pick<Sandbox, 'exec' | 'dial'>
