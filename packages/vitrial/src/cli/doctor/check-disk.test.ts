import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { checkDisk } from './check-disk.ts'

test('says how much room there is for what', async () => {
  const check = await checkDisk({ purpose: 'results', folder: tmpdir(), isHere: true })

  expect(check.text).toMatch(/^disk: \d+\.\d GiB free for results \(/)
})

test('claims nothing about a disk that it cannot see', async () => {
  const elsewhere = await checkDisk({ purpose: 'images', folder: '/var/lib/docker', isHere: false })
  const missing = await checkDisk({ purpose: 'images', folder: '/no/such/folder', isHere: true })

  expect([elsewhere.state, missing.state]).toEqual(['unknown', 'unknown'])
})
