import { z } from 'zod'
import { counted } from '../../text/counted.ts'
import { printableLines } from '../../text/printable-lines.ts'
import { shorten } from '../../text/shorten.ts'
import { changeOf } from '../view/artifact-change.ts'
import type { EvidenceView } from '../view/evidence-view.ts'
import { transcriptMarkdown, type TranscriptOptions } from './transcript-markdown.ts'
import { transcriptOf } from '../transcript/transcript.ts'
import { workspaceDiff } from '../diff/workspace-diff.ts'

const attachmentSchema = z.strictObject({
  /** What is in it, in one line. */
  about: z.string(),
  text: z.string(),
})

/** What a person can open beside a trial's test; each is absent if there is nothing to show. */
export const trialAttachmentsSchema = z.strictObject({
  transcript: attachmentSchema.optional(),
  diff: attachmentSchema.optional(),
})
/** The texts that a person can open beside a trial's test; each is absent if there is nothing to show. */
export type TrialAttachments = z.infer<typeof trialAttachmentsSchema>

/** Makes the transcript of a recording and what it changed in its workspace, both printable and cut to size. */
export async function trialAttachments(
  view: EvidenceView,
  options: TranscriptOptions,
): Promise<TrialAttachments> {
  const { messages, toolCalls } = transcriptOf(await view.events())
  const artifacts = await view.artifacts()
  const changed = artifacts.filter((artifact) => changeOf(artifact) !== 'unchanged')
  const diff = changed.length === 0 && view.isCollected ? undefined : await workspaceDiff(view, changed)
  return {
    ...(messages.length + toolCalls.length > 0 && {
      transcript: {
        about: `${counted(messages.length, 'message')}, ${counted(toolCalls.length, 'tool call')}`,
        text: await transcriptMarkdown(view, options),
      },
    }),
    ...(diff !== undefined && {
      diff: {
        about: view.isCollected ? `${counted(changed.length, 'file')} changed` : 'not collected',
        text: `${printableLines(shorten(diff, options.maxCharacters))}\n`,
      },
    }),
  }
}
