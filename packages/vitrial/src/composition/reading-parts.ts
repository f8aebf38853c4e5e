import type { HostParts } from '@vitrial/host'
import { openObjectStore, openStoreReader } from '@vitrial/store'

/** What results are read with. */
export function readingParts(): Pick<HostParts, 'readStore' | 'openObjects'> {
  return {
    readStore: async (file) => await openStoreReader({ file }),
    openObjects: (folder) => openObjectStore({ folder }),
  }
}
