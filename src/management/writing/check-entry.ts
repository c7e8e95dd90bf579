/** What publishing entries would say now: problems, and drafts that the public would not see behind its relations. */

import type { EntryCheck, EntryInput, EntryValue, EntryValues, RelationItem } from '../../admin-api/content-api.ts'
import type { ValueError } from '../../admin-api/route-types.ts'
import { readingScope } from '../../content/write/reading-scope.ts'
import { PopulusError } from '../../errors.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { type Model, modelOf } from '../../schema/schema.ts'
import { checkCovered, type ManagedType, unlimited } from '../entries/managed-type.ts'
import { entriesReader } from '../entries/read-entries.ts'
import type { FormEntry } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { readablePending, type StoredPending, selectPending, toPending } from '../pending/pending-changes.ts'
import { namedInChanges } from '../pending/pending-names.ts'
import { heldBack } from '../workflows/stage-of-entries.ts'
import { publishProblems, withProblem } from './judge-entry.ts'

type DraftRelation = EntryCheck['draftRelations'][number]

export async function checkEntry(context: ManagementContext, managed: ManagedType, id: number): Promise<EntryCheck> {
  const [check] = await checkEntries(context, managed, [id])
  if (check === undefined) throw new PopulusError('notFound')
  const { problems, draftRelations } = check
  return { problems, draftRelations }
}

export interface CheckedForm extends EntryCheck {
  readonly entry: FormEntry
  /** As the person may read it. */
  readonly title: string
  /** The same; absent if they may read nothing of it. */
  readonly pending: EntryInput | undefined
}

/** In the order of the ids; entries that do not exist are left out. */
export async function checkEntries(
  context: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
): Promise<readonly CheckedForm[]> {
  const { entries, pending, problems } = await findProblems(context, managed, ids)
  const drafts = await (await entriesReader(context, managed, ids, 'drafts')).read()
  const checks: CheckedForm[] = []
  for (const [id, entry] of entries) {
    const waiting = pending.get(id)
    // What is not shown to the person may lead to entries that they must not know of.
    const changes = waiting && readablePending(context.schema, managed, waiting, entry.values)?.data
    const draftRelations = [
      ...relationsIn(context, managed.type, drafts.get(id)?.values ?? {}, []),
      ...(changes === undefined ? [] : await draftsInChanges(context, managed, changes)),
    ]
    const title = drafts.get(id)?.title ?? `#${id}`
    checks.push({ entry, title, pending: changes, problems: problems.get(id) ?? [], draftRelations })
  }
  return checks
}

interface FoundProblems {
  readonly entries: ReadonlyMap<number, FormEntry>
  readonly pending: ReadonlyMap<number, StoredPending>
  /** Entries without problems are absent. */
  readonly problems: ReadonlyMap<number, readonly ValueError[]>
}

/** What keeps entries from being published. All in one pass: the number of statements does not grow with the entries. */
export async function findProblems(
  context: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
): Promise<FoundProblems> {
  await checkCovered(context, managed, 'read', ids)
  const all = unlimited(context, managed)
  const { database } = context
  const [rows = []] = await readRows(database, [selectPending(database.dialect, managed.type.uid, ids)])
  const pending = new Map(rows.map(toPending).map(each => [each.id, each]))
  const read = await (await entriesReader(context, all, ids)).read()
  const entries = new Map(ids.flatMap(id => (read.has(id) ? [[id, read.get(id)!] as const] : [])))
  const scope = await readingScope(context.content)
  const items = [...entries.values()].map(entry => ({ entry, pending: pending.get(entry.id)?.data }))
  const found = withProblem(
    await publishProblems(context, scope, all, items),
    await heldBack(scope, managed.type.uid, [...entries.keys()]),
  )
  const problems = new Map(
    [...found].map(([id, list]) => [id, list.map(problem => ({ ...problem, name: 'ValidationError' }))] as const),
  )
  return { entries, pending, problems }
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
  pending: EntryInput,
): Promise<readonly DraftRelation[]> {
  const { related } = await namedInChanges(context, managed, pending)
  return Object.entries(related).flatMap(([uid, items]) =>
    items.filter(({ status }) => status === 'draft').map(item => ({ ...item, uid, path: '' })),
  )
}
