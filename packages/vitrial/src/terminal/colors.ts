import type pc from 'picocolors'

/** picocolors, told whether to colour at all. */
export type Colors = ReturnType<typeof pc.createColors>
