import { formatSpent, togetherSpent, type Spending, type SpentByStage } from '@vitrial/core/cost'
import stringWidth from 'string-width'
import { flowCells, paddedCell } from '../cells.ts'

const names = {
  selected: 'selected',
  inAll: 'in all',
  thisTime: 'this time',
} as const satisfies Record<keyof Spending, string>

/** The three sums, a line each: together, then candidates and judges apart. None before anything was run. */
export function costLines(spending: Spending, width: number): readonly string[] {
  if (togetherSpent(spending.inAll).runs === 0) return []
  const sums = [
    [names.selected, spending.selected],
    [names.inAll, spending.inAll],
    [names.thisTime, spending.thisTime],
  ] as const
  const rows = sums.map(([name, sum]) => [name, ...cellsOf(sum)] as const)
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))))
  const indent = 3 + (widths[0] ?? 0) + 2
  return rows.flatMap(([name, ...cells]) => {
    const aligned = cells.map((text, index) => ({ text, width: widths[index + 1] ?? 0 }))
    const [first = '', ...rest] = flowCells(aligned, { width, indent })
    return [`   ${paddedCell({ text: name, width: widths[0] ?? 0 })}  ${first}`, ...rest]
  })
}

function cellsOf(sum: SpentByStage): readonly string[] {
  const { candidates, judges } = sum
  return [
    formatSpent(togetherSpent(sum)),
    `candidates ${formatSpent(candidates)}`,
    `judges ${formatSpent(judges)}`,
  ]
}
