import { trialAttachments, type TrialAttachments } from '@vitrial/core/evidence'
import { trialName } from '@vitrial/core/trial'
import type { OpenedHost } from '@vitrial/host'

/** With more trials than this, those that plainly pass get no attachments: they would fill the memory. */
const mostAttached = 1_000
/** What all attachments of a run together may take, about. */
const charactersOfRun = 64_000_000
const charactersOfTrial = { least: 4_000, most: 200_000 }

/** The attachments of an eval run, as long as the number of trials allows. */
export async function attachmentsOf(
  host: Pick<OpenedHost, 'trials' | 'evidenceView'>,
  asked: { readonly trialId: string; readonly evalRunId: string; readonly isPlainPass: boolean },
): Promise<TrialAttachments> {
  const { trialId, evalRunId, isPlainPass } = asked
  const { length } = host.trials
  if (isPlainPass && length > mostAttached) return {}
  const share = Math.floor(charactersOfRun / Math.max(1, length) / 2)
  const maxCharacters = Math.min(charactersOfTrial.most, Math.max(charactersOfTrial.least, share))
  const trial = host.trials.find(({ id }) => id === trialId)
  const title = trial ? trialName(trial) : trialId
  return await trialAttachments(await host.evidenceView(evalRunId), { title, maxCharacters })
}
