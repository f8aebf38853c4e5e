import { evalTest } from 'vitrial'

evalTest.for(['scripted/careful'])('fix-the-sum', async ({ run, expect }) => {
  // Soft assertions go on after a failure. They need the `expect` of the test's own context.
  await expect.soft(run).toHaveCalledTool('bash', { input: { command: /npm test/ }, times: 2 })
  await expect.soft(run).toHaveWritten('src/sum.js', 'index = 0')
  await expect.soft(run).not.toHaveWritten('test/sum.test.js')
})
