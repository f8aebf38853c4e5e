import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Every module that a module loads when it is imported, types left out, and what of it is not ours. */
function loadedBy(module: URL, seen: Set<string> = new Set()): ReadonlySet<string> {
  const text = readFileSync(fileURLToPath(module), 'utf8')
  for (const [, clause = '', name = ''] of text.matchAll(/^(?:import|export) ([^'"]*?)from '([^']+)'/gms)) {
    const isTypesOnly = clause.startsWith('type ') || /^\{(\s*type [^,}]+,?)+\s*\}\s*$/.test(clause)
    if (isTypesOnly) continue
    const loaded = name.startsWith('.') ? new URL(name, module).href : name
    if (seen.has(loaded)) continue
    seen.add(loaded)
    if (name.startsWith('.')) loadedBy(new URL(loaded), seen)
  }
  return seen
}

/** The package of a module, `@vitrial/core` for each of its doors; others are named whole. */
function withoutDoor(module: string): string {
  return module.replace(/^(@vitrial\/core)\/.*/, '$1')
}

// Importing vitest/node or the host costs each worker a third of a second and 85 MB.
test('loads nothing heavy into a worker', () => {
  const loaded = [...loadedBy(new URL('index.ts', import.meta.url))]
  const packages = loaded.filter((name) => !name.startsWith('file:')).map(withoutDoor)
  expect([...new Set(packages)].toSorted()).toEqual(['@vitrial/core', 'node:path', 'vitest', 'zod'])
  expect(loaded.length).toBeGreaterThan(20)
})
