import { changeReason } from '@vitrial/core/plan'
import type { ScoresReport } from '@vitrial/core/reports'
import { counted } from '@vitrial/core/text'

/** Says of scores that are open how many trials have no grade, and why; nothing where every trial has one. */
export function unresolvedLines({ models, unresolved }: ScoresReport): readonly string[] {
  const open = new Set(unresolved.map(({ trial }) => trial)).size
  if (open === 0) return []
  const counts = new Map<string, number>()
  for (const each of unresolved) {
    const reason = reasonOf(each)
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const reasons = [...counts].map(([reason, count]) => `${count} ${reason}`)
  const nulls = models.filter(({ percentage }) => percentage === null).length
  return [
    ` ${counted(open, 'trial')} of it ${open === 1 ? 'has' : 'have'} no grade, so that ${counted(nulls, 'score')} ${
      nulls === 1 ? 'is' : 'are'
    } null: ${reasons.join(', ')}.`,
    ' A run collects what is outdated or was not run: npx vitrial plan says what it would do.',
  ]
}

function reasonOf({ why, outdated, changed = [] }: ScoresReport['unresolved'][number]): string {
  if (outdated === undefined) return why.replaceAll('_', ' ')
  return `outdated (${changeReason(outdated === 'run' ? 'candidate' : 'judge', changed)} since)`
}
