import { Readable } from 'node:stream'
import { ellipsize } from '@vitrial/core/text'
import { z } from 'zod'

/** A line of what an engine answers while it builds; it says more than is of interest. */
const buildLineSchema = z.object({
  stream: z.string().optional(),
  status: z.string().optional(),
  /** Set where `status` is about one layer of many: too much to show. */
  id: z.string().optional(),
  error: z.string().optional(),
})

export interface FollowBuildOptions {
  /** Told each line that a person may want to see. */
  readonly onProgress: (line: string) => void
  readonly signal: AbortSignal
}

/** Reads an engine's answer to a build until its end. Throws what the engine says went wrong. */
export async function followBuild(
  output: NodeJS.ReadableStream,
  { onProgress, signal }: FollowBuildOptions,
): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of Readable.from(output, { signal })) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) showLine(line, onProgress)
  }
  showLine(rest, onProgress)
}

/** The classic builder's account of its own layers. */
const layerLine = /^ ---> |^Removing intermediate container/
const widestLine = 100

function showLine(line: string, onProgress: (line: string) => void): void {
  if (line.trim() === '') return
  const said = buildLineSchema.parse(JSON.parse(line))
  if (said.error !== undefined) throw new Error(said.error)
  const text = (said.stream ?? (said.id === undefined ? said.status : undefined) ?? '').trimEnd()
  if (text === '' || layerLine.test(text)) return
  const squeezed = text.replaceAll(/ {2,}/g, ' ')
  onProgress(ellipsize(squeezed, widestLine))
}
