import { defineConfig } from 'vitest/config'
import projects from './vitest.workspace.ts'

// Vitest 4 ignores a bare vitest.workspace.ts, so its array is handed over here.
export default defineConfig({ test: { projects } })
