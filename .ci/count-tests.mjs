// count-tests.mjs <report of Vitest's json reporter> [end of file names]: prints "<passed> <failed>".
import { readFileSync } from 'node:fs'

const [file, ending = ''] = process.argv.slice(2)
const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
const tests = testResults
  .filter(({ name }) => name.endsWith(ending))
  .flatMap((result) => result.assertionResults)
const count = (status) => tests.filter((test) => test.status === status).length
process.stdout.write(`${count('passed')} ${count('failed')}\n`)
