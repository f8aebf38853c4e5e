export { openObjectStore, type ObjectStoreOptions } from './file-object-store.ts'
export { type DatabaseOptions } from './open-database.ts'
export { openStore } from './sqlite-store.ts'
export { openStoreReader } from './sqlite-store-reader.ts'
