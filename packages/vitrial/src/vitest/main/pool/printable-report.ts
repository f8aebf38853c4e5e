/** Makes words fit to be shown. */
export type ShowText = (text: string) => string

/**
 * What a worker tells Vitest, with every word in it that a reporter may print fit to be shown: errors with their diffs and
 * causes, reasons for a skip, annotations, `task.meta`, lines of the console. All built-in reporters, blobs and the UI know
 * of a test only what comes through here, also where an agent's words stand in a person's own assertion.
 */
export function printableReport(message: unknown, show: ShowText): unknown {
  if (!isRecord(message)) return message
  const { m: method, a: words, error } = message
  if (typeof method === 'string' && Array.isArray(words)) {
    const report = reports[method]
    return report === undefined ? message : { ...message, a: report(words, show) }
  }
  return error === undefined ? message : { ...message, error: shown(error, show) }
}

type Words = readonly unknown[]

/** By the name of Vitest's own call. */
const reports: Readonly<Record<string, (words: Words, show: ShowText) => Words>> = {
  onTaskUpdate: ([packs, ...rest], show) => [
    listOf(packs).map((pack) => {
      const [id, ...told] = listOf(pack)
      return [id, ...told.map((part) => shown(part, show))]
    }),
    ...rest,
  ],
  onTaskArtifactRecord: ([id, artifact, ...rest], show) => [id, shown(artifact, show), ...rest],
  onUserConsoleLog: ([log, ...rest], show) => [
    isRecord(log) && typeof log['content'] === 'string' ? { ...log, content: show(log['content']) } : log,
    ...rest,
  ],
  onUnhandledError: ([error, ...rest], show) => [shown(error, show), ...rest],
  onCollected: ([files, ...rest], show) => [
    listOf(files).map((file) =>
      isRecord(file) && isRecord(file['result']) ? { ...file, result: shown(file['result'], show) } : file,
    ),
    ...rest,
  ],
}

/** A copy of plain data with its text shown. What is no plain data, such as bytes, stays as it is. */
function shown(value: unknown, show: ShowText, copies = new Map<object, unknown>()): unknown {
  if (typeof value === 'string') return show(value)
  if (typeof value !== 'object' || value === null) return value
  if (copies.has(value)) return copies.get(value)
  if (Array.isArray(value)) {
    const items: unknown[] = []
    copies.set(value, items)
    for (const item of value) items.push(shown(item, show, copies))
    return items
  }
  if (!isPlain(value)) return value
  const fields: Record<string, unknown> = {}
  copies.set(value, fields)
  for (const [name, field] of Object.entries(withoutForgedFrames(value))) {
    // What is attached is no text to print: a file, often in base64.
    const copy = name === 'body' ? field : shown(field, show, copies)
    Object.defineProperty(fields, show(name), {
      value: copy,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  return fields
}

/**
 * Vitest reads the frames of a stack line by line, those of the message in its head too: a line of foreign text could
 * point people and annotations at any file.
 */
function withoutForgedFrames(error: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { message, stack } = error
  if (typeof message !== 'string' || typeof stack !== 'string' || message === '') return error
  const unframed = message.replaceAll(/^(\s*at) /gm, '$1\u00a0')
  return { ...error, stack: stack.replace(message, () => unframed) }
}

function listOf(value: unknown): Words {
  return Array.isArray(value) ? value : []
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
