/** The place that a new file goes to: a media attribute of an entry, or of a component at any depth. */
import { type StoredComponent, storedComponents } from '../../content/write/store/store-components.ts'
import { storeLink } from '../../content/write/store/store-links.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { LinkChange } from '../../plan/write/write-plan.ts'
import { type LinkTable, type MediaAttribute, type Model, modelOf } from '../../schema/schema.ts'

export interface FileTarget {
  readonly model: Model
  /** The id of the entry or component. */
  readonly id: number
  readonly attribute: MediaAttribute
}

/** A path inside an entry, such as `['blocks', '1', 'image']`. */
export type FilePath = readonly string[]

/** Finds the target in an entry as it is stored now. Throws if the path leads to no media attribute. */
export async function targetAt(
  scope: WriteScope,
  { model, id }: { readonly model: Model; readonly id: number },
  path: FilePath,
): Promise<FileTarget> {
  const [name = '', ...rest] = path
  const attribute = model.attributes.get(name)
  if (attribute?.kind === 'media' && attribute.link !== null && rest.length === 0) return { model, id, attribute }
  const isHolder = attribute?.kind === 'component' || attribute?.kind === 'zone'
  if (!isHolder || attribute.link === null) throw noSuchTarget(`${model.uid} has no media attribute ${path.join('.')}`)
  const isListed = attribute.kind === 'zone' || attribute.many
  const component = await componentAt(scope, attribute.link, id, isListed ? rest[0] : '0')
  if (component === undefined) throw noSuchTarget(`the entry has no component at ${path.join('.')}`)
  const inner = { model: modelOf(scope.schema, component.uid), id: component.id }
  return targetAt(scope, inner, isListed ? rest.slice(1) : rest)
}

async function componentAt(
  scope: WriteScope,
  link: LinkTable,
  id: number,
  index = '',
): Promise<StoredComponent | undefined> {
  return /^\d{1,6}$/.test(index) ? (await storedComponents(scope, link, id))[Number(index)] : undefined
}

function noSuchTarget(problem: string): PopulusError {
  return new PopulusError('badFileTarget', { problem })
}

/** A single attribute keeps the last file only. A multiple one gets the new files at its end. */
export async function linkFiles(
  scope: WriteScope,
  { model, id, attribute }: FileTarget,
  files: readonly number[],
): Promise<void> {
  const connect = files.map(file => ({ id: file, position: { kind: 'end' } as const }))
  const change: LinkChange = attribute.many
    ? { kind: 'patch', connect, disconnect: [], strict: false }
    : { kind: 'set', ids: files }
  await storeLink(scope, { model, id, isNew: false }, { attribute, change })
}
