import { expect, it } from 'vitest'
import { enforcesLimits } from './describe-engine.ts'

const rootless = ['name=seccomp,profile=default', 'name=rootless']

it.each([
  { CgroupVersion: '1', SecurityOptions: ['name=seccomp'], MemoryLimit: true, PidsLimit: true },
  { CgroupVersion: '2', SecurityOptions: rootless, MemoryLimit: true, PidsLimit: true },
  { SecurityOptions: null },
])('takes it that %j keeps to limits', (info) => {
  expect(enforcesLimits(info)).toBe(true)
})

it.each([
  { CgroupVersion: '1', SecurityOptions: rootless, MemoryLimit: true, PidsLimit: true },
  { CgroupVersion: '2', SecurityOptions: rootless, MemoryLimit: false, PidsLimit: true },
  { CgroupVersion: '2', SecurityOptions: [], MemoryLimit: true, PidsLimit: false },
])('does not take it that %j keeps to limits', (info) => {
  expect(enforcesLimits(info)).toBe(false)
})
