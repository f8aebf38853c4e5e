import type { Check } from './check.ts'

const oldest = { major: 20, minor: 19 } as const

/** Checks the version of Node, such as `22.9.0`. */
export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNewEnough = major > oldest.major || (major === oldest.major && minor >= oldest.minor)
  if (isNewEnough) return { id: 'node', state: 'ok', text: `node ${version}` }
  const fix = `install Node ${oldest.major}.${oldest.minor} or newer`
  return { id: 'node', state: 'no', text: `node ${version} is too old`, fix }
}
