import { expect, test } from 'vitest'
import { isToolLitter } from './tool-litter.ts'

test.each([
  '.DS_Store',
  'src/.DS_Store',
  '._notes.txt',
  'Thumbs.db',
  'photos/thumbs.db',
  'Desktop.ini',
  'src/.sum.ts.swp',
  '.#sum.ts',
  '.git/index.lock',
  '.git/refs/heads/main.lock',
  '.git/fsmonitor--daemon.ipc',
])('%s was left by a tool', (path) => expect(isToolLitter(path)).toBe(true))

test.each([
  'src/sum.ts',
  '.gitignore',
  '.git/HEAD',
  '.git/index',
  'package-lock.json',
  'yarn.lock',
  'Cargo.lock',
  '.env',
  'thumbs.database',
  '.swift',
  '.editorconfig',
])('%s is part of a workspace', (path) => expect(isToolLitter(path)).toBe(false))
