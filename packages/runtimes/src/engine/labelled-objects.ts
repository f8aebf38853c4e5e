import type { EngineAddress } from '@vitrial/core/ports'
import { requestEngine } from './engine-request.ts'

/** A container, volume or network of an engine. */
export interface LabelledObject {
  readonly kind: 'containers' | 'volumes' | 'networks'
  /** What the engine's API calls it by. */
  readonly id: string
  readonly labels: Readonly<Record<string, string>>
}

/** Everything of an engine that carries a label, `name` or `name=value`: containers first. */
export async function listLabelled(engine: EngineAddress, label: string): Promise<readonly LabelledObject[]> {
  const filters = encodeURIComponent(JSON.stringify({ label: [label] }))
  const list = async (path: string): Promise<unknown> => {
    const { status, body } = await requestEngine(engine, 'GET', path)
    if (status !== 200) throw new Error(`The engine answered ${status} to ${path}.`)
    return body
  }
  const [containers, volumes, networks] = await Promise.all([
    list(`/containers/json?all=1&filters=${filters}`),
    list(`/volumes?filters=${filters}`),
    list(`/networks?filters=${filters}`),
  ])
  return [
    ...objectsOf('containers', containers, 'Id'),
    ...objectsOf('volumes', propertyOf(volumes, 'Volumes'), 'Name'),
    ...objectsOf('networks', networks, 'Id'),
  ]
}

/** Removes objects by force; one that is gone already is no error. Containers go before what they use. */
export async function removeObjects(
  engine: EngineAddress,
  objects: readonly LabelledObject[],
): Promise<void> {
  const remove = (object: LabelledObject): Promise<unknown> => refusalToRemove(engine, object)
  const containers = objects.filter(({ kind }) => kind === 'containers')
  await Promise.all(containers.map(remove))
  await Promise.all(objects.filter((object) => !containers.includes(object)).map(remove))
}

/** Removes one object by force. Resolves with why the engine refuses to; undefined if it is gone, or about to be. */
export async function refusalToRemove(
  engine: EngineAddress,
  { kind, id }: LabelledObject,
): Promise<string | undefined> {
  const query = kind === 'containers' ? '?force=1&v=1' : kind === 'volumes' ? '?force=1' : ''
  const { status, body } = await requestEngine(engine, 'DELETE', `/${kind}/${encodeURIComponent(id)}${query}`)
  // 409 of a container: another host is removing it.
  if (status < 400 || status === 404 || (kind === 'containers' && status === 409)) return undefined
  const message = propertyOf(body, 'message')
  return `the engine answered ${status}${typeof message === 'string' ? `: ${message.trim()}` : ''}`
}

function objectsOf(kind: LabelledObject['kind'], rows: unknown, idName: string): readonly LabelledObject[] {
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const id = propertyOf(row, idName)
    return typeof id === 'string' ? [{ kind, id, labels: textsOf(propertyOf(row, 'Labels')) }] : []
  })
}

function propertyOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}

function textsOf(labels: unknown): Readonly<Record<string, string>> {
  if (typeof labels !== 'object' || labels === null) return {}
  return Object.fromEntries(
    Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
