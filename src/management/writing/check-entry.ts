/** What publishing an entry would say now: problems, and drafts that the public would not see behind its relations. */
import type { EntryCheck, EntryValue, EntryValues, RelationItem } from '../../admin-api/content-api.ts'
import { readRows } from '../../identity/records/read-rows.ts'
import { type Model, modelOf } from '../../schema/schema.ts'
import { checkCovered, type ManagedType, unlimited } from '../entries/managed-type.ts'
import { selectPending, toPending } from '../entries/pending-changes.ts'
import { namedInChanges } from '../entries/pending-names.ts'
import { entryReader } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { publishProblems, readingScope } from './judge-entry.ts'

type DraftRelation = EntryCheck['draftRelations'][number]

export async function checkEntry(context: ManagementContext, managed: ManagedType, id: number): Promise<EntryCheck> {
  await checkCovered(context, managed, 'read', [id])
  const { type } = managed
  const all = unlimited(context, managed)
  const { database } = context
  const [rows = []] = await readRows(database, [selectPending(database.dialect, type.uid, [id])])
  const pending = rows[0] === undefined ? undefined : toPending(rows[0]).data
  const entry = await (await entryReader(context, all)).read(id)
  const found = await publishProblems(context, await readingScope(context), all, { entry, pending })
  const drafts = await (await entryReader(context, managed, 'drafts')).read(id)
  return {
    problems: found.map(problem => ({ ...problem, name: 'ValidationError' })),
    draftRelations: [
      ...relationsIn(context, type, drafts.values, []),
      ...(pending === undefined ? [] : await draftsInChanges(context, managed, pending)),
    ],
  }
}

function relationsIn(
  context: ManagementContext,
  model: Model,
  values: EntryValues,
  path: readonly string[],
): readonly DraftRelation[] {
  return [...model.attributes.values()].flatMap(attribute => {
    const value = values[attribute.name]
    if (value === undefined || value === null) return []
    const at = [...path, attribute.name]
    if (attribute.kind === 'relation') {
      const { items } = value as { items: readonly RelationItem[] }
      return items.map(item => ({ ...item, uid: attribute.target, path: at.join('.') }))
    }
    if (attribute.kind !== 'component' && attribute.kind !== 'zone') return []
    return partsOf(value).flatMap(({ part, place }) => {
      const uid = attribute.kind === 'zone' ? String(part.__component) : attribute.target
      return relationsIn(context, modelOf(context.schema, uid), part, [...at, ...place])
    })
  })
}

function partsOf(value: EntryValue): readonly { readonly part: EntryValues; readonly place: readonly string[] }[] {
  if (!Array.isArray(value)) return [{ part: value as EntryValues, place: [] }]
  return value.map((part, index) => ({ part: part as EntryValues, place: [String(index)] }))
}

async function draftsInChanges(
  context: ManagementContext,
  managed: ManagedType,
  pending: Parameters<typeof namedInChanges>[2],
): Promise<readonly DraftRelation[]> {
  const { related } = await namedInChanges(context, managed, pending)
  return Object.entries(related).flatMap(([uid, items]) =>
    items.filter(({ status }) => status === 'draft').map(item => ({ ...item, uid, path: '' })),
  )
}
