import type { EvidenceQuery } from './evidence-query.ts'
import { printableJson } from '../../text/printable-json.ts'
import { quotedName } from '../../text/quoted-name.ts'
import { artifactOf } from '../text/artifact-text.ts'
import { describeTarget, type EvidenceTarget } from '../citation/citation.ts'
import { evidenceSummary } from './evidence-summary.ts'
import { evidenceText } from '../text/evidence-text.ts'
import { pageOfList, pageOfText, type EvidencePage, type ListedEvidence } from './evidence-page.ts'
import type { EvidenceView } from '../view/evidence-view.ts'
import {
  listedArtifacts,
  listedEvents,
  listedMeasurements,
  listedMessages,
  listedToolCalls,
} from './listed-evidence.ts'
import { workspaceDiff } from '../diff/workspace-diff.ts'

interface EvidenceList {
  readonly title: string
  readonly note: string
  readonly entries: (view: EvidenceView) => Promise<readonly ListedEvidence[]>
}

const note = 'Cite an entry as its line says. Quotes must be copied literally.'

const lists: Readonly<Partial<Record<EvidenceQuery['query'], EvidenceList>>> = {
  messages: { title: 'Messages', note, entries: listedMessages },
  tools: { title: 'Tool calls', note, entries: listedToolCalls },
  events: { title: 'Events', note, entries: listedEvents },
  measurements: { title: 'Measurements', note, entries: listedMeasurements },
  artifacts: {
    title: 'Files of the workspace',
    note: 'Cite a file as its line says, or with revision "initial". Quote from its content: read it with query artifact.',
    entries: listedArtifacts,
  },
}

/** Answers one question of the judge about a recording, a page at a time. Reading errors reject. */
export async function queryEvidence(view: EvidenceView, asked: EvidenceQuery): Promise<EvidencePage> {
  const query = withoutEmptyFields(asked)
  const list = lists[query.query]
  if (list !== undefined) return pageOfList(view, query, { ...list, entries: await list.entries(view) })
  if (query.query === 'summary') return summaryPage(view, query)
  if (query.query === 'diff') return diffPage(view, query)
  const target = targetOfQuery(query)
  if (target === undefined) return missingField(query)
  const text = await evidenceText(view, target)
  if (text === undefined) {
    return { found: false, message: `There is no ${describeTarget(target)}. ${howToList(target.kind)}` }
  }
  return pageOfText(view, query, {
    title: `Recorded ${target.kind}`,
    text,
    note: `Cite it as ${printableJson(target)}. Quotes must be copied literally.`,
  })
}

/** How a judge finds what it can cite of a kind. */
export function howToList(kind: EvidenceTarget['kind']): string {
  if (kind === 'response') {
    return 'The agent gave no response. Cite what shows that, such as the event run_ended: candidate_evidence {"query":"events"} lists the ids.'
  }
  if (kind === 'verification') return 'This recording holds no verifications. Cite other evidence.'
  return `candidate_evidence {"query":"${kind}s"} lists what there is.`
}

/** What a query for one piece asks for; undefined if it does not say which. */
function targetOfQuery({ query, id, path, revision = 'final' }: EvidenceQuery): EvidenceTarget | undefined {
  if (query === 'response') return { kind: 'response' }
  if (query === 'artifact') return path === undefined ? undefined : { kind: 'artifact', path, revision }
  if (query !== 'message' && query !== 'tool' && query !== 'event') return undefined
  return id === undefined ? undefined : { kind: query, id }
}

/** A model often fills optional fields with empty text. */
function withoutEmptyFields({ query, id, path, revision, cursor }: EvidenceQuery): EvidenceQuery {
  return {
    query,
    ...(id && { id }),
    ...(path && { path }),
    ...(revision && { revision }),
    ...(cursor && { cursor }),
  }
}

async function summaryPage(view: EvidenceView, query: EvidenceQuery): Promise<EvidencePage> {
  return pageOfText(view, query, {
    title: 'Summary of the run',
    text: await evidenceSummary(view),
    note: 'The summary cannot be cited: cite the evidence it counts.',
  })
}

async function diffPage(view: EvidenceView, query: EvidenceQuery): Promise<EvidencePage> {
  const artifacts = await view.artifacts()
  const one = query.path === undefined ? undefined : artifactOf(artifacts, query.path)
  if (query.path !== undefined && one === undefined) {
    return { found: false, message: `There is no file ${quotedName(query.path)}. ${howToList('artifact')}` }
  }
  const chosen = one === undefined ? artifacts : [one]
  const text = await workspaceDiff(view, chosen)
  return pageOfText(view, query, {
    title: text === '' ? 'Changes of the workspace: none' : 'Changes of the workspace, initial to final',
    text,
    note: 'A diff cannot be cited: cite the artifact and its revision, and quote without the leading mark of a diff line.',
  })
}

function missingField({ query }: EvidenceQuery): EvidencePage {
  const field = query === 'artifact' ? 'path' : 'id'
  return {
    found: false,
    message: `Query ${query} needs ${field}. candidate_evidence {"query":"${query}s"} lists what there is.`,
  }
}
