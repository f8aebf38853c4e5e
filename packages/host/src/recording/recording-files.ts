/** The names of a recording's files. A log is raw while it grows and compressed once it is sealed. */
export const recordingFiles = {
  manifest: 'manifest.json',
  attachments: 'native',
  events: { raw: 'events.jsonl', sealed: 'events.jsonl.gz', index: 'events.index.json' },
  traffic: { raw: 'traffic.jsonl', sealed: 'traffic.jsonl.gz', index: 'traffic.index.json' },
} as const

/** The names of one log's files. */
export type LogFiles = (typeof recordingFiles)['events' | 'traffic']
