import type { Host } from '@vitrial/host'

/** The text printed after a run, from what the host has on record; undefined if there is nothing to say. */
export type RenderSummary = (host: Host) => Promise<string | undefined>

/** Renders the summary of a benchmark's results. */
export const renderSummary: RenderSummary = () => Promise.resolve(undefined)
