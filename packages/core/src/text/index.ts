export { codePointBoundary } from './code-point-boundary.ts'
export { counted } from './counted.ts'
export { filePathText } from './file-path-text.ts'
export { formatMoment } from './format-moment.ts'
export { keepEnds } from './keep-ends.ts'
export { keyOf } from './key-of.ts'
export { deepestNesting, isNestedTooDeep, withoutDeepNesting } from './nesting.ts'
export {
  formatPercentage,
  formatShare,
  formatMetricValue,
  formatTokens,
  formatCost,
  formatDuration,
} from './number-format.ts'
export { printableJson } from './printable-json.ts'
export { printableLines } from './printable-lines.ts'
export { printable } from './printable.ts'
export { quotedName } from './quoted-name.ts'
export { shorten, ellipsize } from './shorten.ts'
export { wrapText } from './wrap-text.ts'
