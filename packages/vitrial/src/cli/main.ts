import { runCommandLine } from './run-command-line.ts'

const exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
})
// A question that nothing answers would keep the process alive.
process.exit(exitCode)
