import type { FileContent } from './file-content.ts'

/**
 * A file of a sandbox on its way in or out. Paths are relative, with `/`. `special` is a fifo, socket or
 * device, or a file that cannot be read: named, never carried.
 */
export type FileEntry =
  | { readonly type: 'file'; readonly path: string; readonly mode: number; readonly content: FileContent }
  | { readonly type: 'directory'; readonly path: string; readonly mode: number }
  | { readonly type: 'symlink'; readonly path: string; readonly target: string }
  | { readonly type: 'special'; readonly path: string }

/**
 * An entry that comes out of a sandbox, or a further name of one that came before it, at `target`. Names that are
 * not UTF-8 are written as {@link filePathText} does, and so are the targets of links.
 */
export type DownloadedEntry =
  | FileEntry
  | { readonly type: 'link'; readonly path: string; readonly target: string }
