export type { RedactingPieces, RedactingStream } from './redacting-pieces.ts'
export { redactionMark } from './redaction-mark.ts'
export { createRedactor, type Redactor } from './redactor.ts'
