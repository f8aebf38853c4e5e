const entryStart = 12
/** Where an entry keeps what `lstat` said of its file, before and after its mode. */
const statFields = [
  [0, 24],
  [28, 40],
] as const
const hashBytes = 20

/** Whether a path is that of a repository's index, or of a submodule's or a worktree's. */
export function isGitIndex(path: string): boolean {
  return /(?:^|\/)\.git\/(?:.*\/)?index$/.test(path)
}

/**
 * What a git index says is staged, without when and where its files were last looked at: `git status` writes those
 * anew. See https://git-scm.com/docs/index-format, versions 2 to 4 with SHA-1. An index of any other form is returned
 * as it is.
 */
export function stagedContent(index: Buffer): Buffer {
  const version = index.length < entryStart ? 0 : index.readUInt32BE(4)
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return index
  const entries = entriesOf(index, version)
  return entries === undefined ? index : Buffer.concat([index.subarray(0, entryStart), ...entries])
}

/** Undefined if they are not as the format says. */
function entriesOf(index: Buffer, version: number): readonly Buffer[] | undefined {
  const entries: Buffer[] = []
  const count = index.readUInt32BE(8)
  let nameBytes = 0
  for (let at = entryStart; entries.length < count;) {
    const flagsAt = at + 40 + hashBytes
    if (flagsAt + 2 > index.length) return undefined
    const flags = index.readUInt16BE(flagsAt)
    let nameAt = flagsAt + ((flags & 0x4000) === 0 ? 2 : 4)
    let dropped = nameBytes
    if (version === 4) {
      const prefix = readOffset(index, nameAt)
      dropped = prefix.value
      nameAt = prefix.end
    }
    const nameEnd = index.indexOf(0, nameAt)
    if (nameEnd === -1) return undefined
    nameBytes = nameBytes - dropped + (nameEnd - nameAt)
    if (nameBytes < 0 || (flags & 0xfff) !== Math.min(nameBytes, 0xfff)) return undefined
    const entry = Buffer.from(index.subarray(at, nameEnd + 1))
    for (const [start, end] of statFields) entry.fill(0, start, end)
    entries.push(entry)
    // Padded with 1 to 8 zeros, the name's own end among them, but in version 4.
    at = version === 4 ? nameEnd + 1 : at + ((nameEnd - at + 8) & ~7)
  }
  return entries
}

/** A number of variable width, as pack files have it for offsets. */
function readOffset(index: Buffer, start: number): { readonly value: number; readonly end: number } {
  let at = start
  let byte = index[at++] ?? 0
  let value = byte & 0x7f
  while ((byte & 0x80) !== 0 && at < index.length) {
    byte = index[at++] ?? 0
    value = (value + 1) * 128 + (byte & 0x7f)
  }
  return { value, end: at }
}
