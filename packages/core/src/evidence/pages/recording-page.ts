import { changeOf } from '../view/artifact-change.ts'
import { evidenceText } from '../text/evidence-text.ts'
import type { Artifact, EvidenceView } from '../view/evidence-view.ts'
import type { RecordingPage, RecordingQuery, RunFile } from './recording-query.ts'
import { transcriptOf } from '../transcript/transcript.ts'
import { workspaceDiff } from '../diff/workspace-diff.ts'

/** About how many characters a page holds. */
const pageCharacters = 1_000_000

/** Answers one question of a test about a recording, as data and unblinded, a page at a time. */
export async function pageOfRecording(view: EvidenceView, asked: RecordingQuery): Promise<RecordingPage> {
  const { query } = asked
  switch (query) {
    case 'messages':
      return { query, ...pageOfRows(transcriptOf(await view.events()).messages, asked) }
    case 'tools':
      return { query, ...pageOfRows(transcriptOf(await view.events()).toolCalls, asked) }
    case 'files':
      return { query, ...pageOfRows((await view.artifacts()).map(runFileOf), asked) }
    case 'measurements':
      return { query, ...pageOfRows(view.measurements, asked) }
    case 'diff': {
      const artifacts = await view.artifacts()
      const chosen = artifacts.filter(({ path }) => asked.path === undefined || asked.path === path)
      return { query, ...pageOfText(await workspaceDiff(view, chosen), asked) }
    }
    case 'text': {
      const text = await evidenceText(view, asked.target)
      return text === undefined ? { query } : { query, ...pageOfText(text, asked) }
    }
    default:
      return asked satisfies never
  }
}

type Position = Pick<RecordingQuery, 'after'>

/** Rows from the cursor on until the page is full, at least one. */
function pageOfRows<T>(all: readonly T[], { after = '0' }: Position): { rows: T[]; next?: string } {
  const start = Number(after)
  let end = start
  for (let characters = 0; end < all.length && (end === start || characters < pageCharacters); end++) {
    characters += JSON.stringify(all[end]).length
  }
  return { rows: all.slice(start, end), ...(end < all.length && { next: String(end) }) }
}

function pageOfText(text: string, { after = '0' }: Position): { text: string; next?: string } {
  const start = Number(after)
  const end = start + pageCharacters
  return { text: text.slice(start, end), ...(end < text.length && { next: String(end) }) }
}

function runFileOf(artifact: Artifact): RunFile {
  return { ...artifact, change: changeOf(artifact) }
}
