import type { CandidateInputs } from '../inputs/candidate-inputs.ts'
import type { JudgeInputs } from '../inputs/judge-inputs.ts'
import type { ModelSettings } from '../inputs/model-settings.ts'

const candidateNames: Readonly<Record<keyof CandidateInputs, string>> = {
  prompt: 'prompt',
  workspace: 'workspace',
  prepare: 'preparation',
  model: 'model',
  modelEntry: 'model settings',
  provider: 'provider settings',
  scenario: 'scenario',
  image: 'image',
  build: 'image build',
  services: 'services',
  agentVersion: 'agent version',
  engine: 'engine',
  cpus: 'cpus',
  memory: 'memory',
  files: 'file limit',
  bytes: 'byte limit',
  harness: 'harness',
  timeLimit: 'time limit',
  costLimit: 'cost limit',
  network: 'network',
  websearch: 'web search',
  contained: 'isolation',
  observe: 'observation',
}

const judgeNames: Readonly<Record<keyof JudgeInputs, string>> = {
  rubric: 'rubric',
  profile: 'base judge prompt',
  codeJudge: 'code judge',
  model: 'judge model',
  modelEntry: 'judge model settings',
  provider: 'judge provider settings',
  scenario: 'judge scenario',
  timeout: 'judge time limit',
  websearch: 'judge web search',
  protocol: 'judge tools',
  kind: 'judge kind',
  verification: 'verification',
}

/** The settings of a model: see {@link ModelSettings}. */
const ofModel: ReadonlySet<string> = new Set<keyof ModelSettings>(['modelEntry', 'provider', 'scenario'])

/**
 * Tells what changed since a run, as a person says it: `prompt and workspace changed`.
 *
 * @param files the files of the workspace that changed, as far as that is known; the first one is named.
 */
export function changeReason(
  of: 'candidate' | 'judge',
  changed: readonly string[],
  files: readonly string[] = [],
): string {
  const reason = `${namesOf(of, changed)} changed`
  const [first, ...rest] = files
  if (first === undefined) return reason
  return `${reason}: ${first}${rest.length === 0 ? '' : ` and ${rest.length} more`}`
}

/** What was changed and is now again what an earlier run worked from: `prompt and workspace as before`. */
export function asBeforeReason(of: 'candidate' | 'judge', changed: readonly string[]): string {
  return `${namesOf(of, changed)} as before`
}

function namesOf(of: 'candidate' | 'judge', changed: readonly string[]): string {
  const names: Readonly<Record<string, string>> = of === 'candidate' ? candidateNames : judgeNames
  // The settings of a model change with it.
  const told = changed.includes('model') ? changed.filter((component) => !ofModel.has(component)) : changed
  const words = told.map((component) => (Object.hasOwn(names, component) ? names[component] : component))
  return listed(words.map((word) => word ?? of)) || of
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
