import { isAbsolute, relative, sep } from 'node:path'

/** Names a file as a person would find it: from a folder if it lies below, else by its absolute path. */
export function shownPath(file: string, from: string): string {
  const path = relative(from, file)
  if (path === '') return '.'
  return path.split(sep)[0] === '..' || isAbsolute(path) ? file : path.split(sep).join('/')
}
