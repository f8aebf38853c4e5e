export { openObjectStore } from './objects/file-object-store.ts'
export { sweepObjects } from './objects/sweep-objects.ts'
export { openStoreReader } from './sqlite-store-reader.ts'
export { openStore } from './sqlite-store.ts'
