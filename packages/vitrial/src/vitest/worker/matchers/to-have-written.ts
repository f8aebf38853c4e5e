import { posix } from 'node:path'
import { hasSameContent, type RunFile } from '@vitrial/core/evidence'
import { ellipsize, printable, quotedName } from '@vitrial/core/text'
import { describeText, isTextMatched } from './expected-text.ts'
import type { RunMatcher } from './run-matcher.ts'

const shownFiles = 20
const shownCharacters = 1_000

export const toHaveWritten: RunMatcher<[path: string, content?: string | RegExp]> = async (
  { run, isNot },
  asked,
  content,
) => {
  // As recordings name it: ./src/sum.js is src/sum.js.
  const path = posix.normalize(asked)
  const files = await run.files.list()
  const file = files.find((candidate) => candidate.path === path)
  const isWritten = file !== undefined && hasNewContent(file)
  const text = isWritten && content !== undefined ? await run.files.text(path) : undefined
  const hasContent = content === undefined || (text !== undefined && isTextMatched(text, content))
  const wanted = `${printable(quotedName(path))}${content === undefined ? '' : ` ${describeText(content)}`}`
  return {
    pass: isWritten && hasContent,
    message: () => {
      const found = isWritten ? foundLines(path, text) : missingLines(file, files)
      return [`expected the run ${isNot ? 'not ' : ''}to write ${wanted}`, '', ...found].join('\n')
    },
  }
}

/** Another mode alone is nothing that was written. */
function hasNewContent({ change, initial, final }: RunFile): boolean {
  if (change !== 'changed') return change === 'added'
  return initial === undefined || final === undefined || !hasSameContent(initial, final)
}

function foundLines(path: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [`  ${printable(quotedName(path))} was written`]
  const shown = ellipsize(text, shownCharacters)
  return [
    `  ${printable(quotedName(path))} holds`,
    ...shown.split('\n').map((line) => `    ${printable(line)}`),
  ]
}

function missingLines(file: RunFile | undefined, files: readonly RunFile[]): readonly string[] {
  const changed = files.filter(({ change }) => change !== 'unchanged')
  const left = changed.length - shownFiles
  return [
    `  ${file === undefined ? 'there is no such file' : `the file is ${file.change}`}; ` +
      (changed.length === 0 ? 'the run changed no file' : 'the run changed'),
    ...changed
      .slice(0, shownFiles)
      .map(({ path, change }) => `    ${printable(quotedName(path))} (${change})`),
    ...(left > 0 ? [`    and ${left} more`] : []),
  ]
}
