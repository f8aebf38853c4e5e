import type { VitestPluginContext } from 'vitest/node'

type DefineKey = VitestPluginContext['experimental_defineCacheKeyGenerator']

/** Its name since Vitest 5, where using the old one prints a warning. */
interface NamedAnew {
  readonly defineCacheKeyGenerator?: DefineKey
}

/**
 * Keeps modules out of Vitest's cache on disk, which knows a module by its text and is on by default since
 * Vitest 5: what a prompt.md becomes depends on the whole benchmark.
 */
export function keepFromModuleCache(
  context: VitestPluginContext & NamedAnew,
  isKept: (id: string) => boolean,
): void {
  const define = context.defineCacheKeyGenerator ?? context.experimental_defineCacheKeyGenerator
  define(({ id }) => (isKept(id) ? false : undefined))
}
