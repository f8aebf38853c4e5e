import { memoryEvidenceView } from '@vitrial/core/evidence'
import { expect, test } from 'vitest'
import { FinishedViews } from './finished-views.ts'

function countingViews() {
  const opened: string[] = []
  const views = new FinishedViews((id) => {
    opened.push(id)
    return Promise.resolve(memoryEvidenceView({ evidenceHash: id }))
  })
  return { opened, views }
}

test('opens a recording once for all who read it', async () => {
  const { opened, views } = countingViews()
  const [first, second] = await Promise.all([views.view('a'), views.view('a')])
  expect(first).toBe(second)
  expect(opened).toEqual(['a'])
})

test('lets go of what was not read for the longest time', async () => {
  const { opened, views } = countingViews()
  for (let index = 0; index < 16; index++) await views.view(String(index))
  await views.view('0')
  await views.view('16')
  await views.view('0')
  expect(opened.length).toBe(17)
  await views.view('1')
  expect(opened.at(-1)).toBe('1')
})

test('tries again after a failure', async () => {
  let isBroken = true
  const views = new FinishedViews((id) =>
    isBroken
      ? Promise.reject(new Error('unreadable'))
      : Promise.resolve(memoryEvidenceView({ evidenceHash: id })),
  )
  await expect(views.view('a')).rejects.toThrow('unreadable')
  isBroken = false
  expect((await views.view('a')).evidenceHash).toBe('a')
})
