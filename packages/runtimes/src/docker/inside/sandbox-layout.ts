/** Whom the candidate's programs run as. */
export const candidateUser = { uid: 10_001, gid: 10_001 } as const

/** Whom the relay runs as: the candidate can neither signal it nor read its environment. */
export const relayUser = { uid: 10_002, gid: 10_002 } as const

/** The volume. Whatever a stopped container must keep lies on it, since the rest of what it can write is memory. */
export const volumeRoot = '/home'

/** As seen from inside. The volume's root is not the candidate's, so none of them can be swapped for a link. */
export const sandboxDirectories = {
  workspace: `${volumeRoot}/workspace`,
  home: `${volumeRoot}/agent`,
  temporary: `${volumeRoot}/tmp`,
} as const
