import type { Usage } from '@vitrial/core/recording'

/** The tokens of one call, as the provider reported them. */
export type TokenCounts = Omit<Usage, 'calls' | 'costUsd'>
