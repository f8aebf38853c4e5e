import { defineEvals } from 'vitrial/config'
import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { projects: [defineEvals({ name: 'assertions', root: '.' })] } })
