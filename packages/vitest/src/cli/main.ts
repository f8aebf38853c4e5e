import { runCommandLine } from './run-command-line.ts'

// A reader that has seen enough, such as `head`, is no error.
process.stdout.on('error', () => {})

const exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
})

// A question that nothing answers would keep the process alive, and exiting at once would cut a pipe's text short.
for (const stream of [process.stdout, process.stderr]) {
  await new Promise<void>((resolve) => stream.write('', () => resolve()))
}
process.exit(exitCode)
