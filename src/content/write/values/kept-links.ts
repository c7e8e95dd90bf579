/**
 * Links that a body keeps although they lead to entries that the writer may not read. Whoever edits a relation need not read
 * everything in it, but can put nothing there that they may not read.
 */
import { allEntries, namedByLink } from '../../../plan/write/plan-write.ts'
import type { EntryWrite, LinkWrite } from '../../../plan/write/write-plan.ts'
import { selectWhere } from '../../../sql/compile-write.ts'
import { selectChildrenOf } from '../../../sql/links/change-links.ts'
import { componentsIn } from '../store/store-components.ts'
import type { WriteScope } from '../write-scope.ts'

/** Those of the ids that a relation of the stored entry does not lead to, where the body names them. */
export async function notKept(
  scope: WriteScope,
  { write, id }: { readonly write: EntryWrite; readonly id: number },
  { uid, ids }: { readonly uid: string; readonly ids: ReadonlySet<number> },
): Promise<ReadonlySet<number>> {
  const left = new Set<number>()
  const owned = await ownComponents(scope, write, id)
  for (const { entry, componentId } of allEntries(write)) {
    const owner = entry === write ? id : componentId
    const isOwned = owner !== null && (entry === write || owned.has(`${entry.model.uid} ${owner}`))
    for (const link of entry.links) {
      if (link.attribute.target !== uid) continue
      const named = namedByLink(link).filter(other => ids.has(other))
      const kept = isOwned && named.length > 0 ? await linkedNow(scope, entry, link, owner) : NONE
      for (const other of named) if (!kept.has(other)) left.add(other)
    }
    for (const target of entry.morphs.flatMap(morph => morph.targets))
      if (target.uid === uid && ids.has(target.id)) left.add(target.id)
  }
  return left
}

const NONE: ReadonlySet<number> = new Set()

/** The components that are stored in the entry. A body may name others. */
async function ownComponents(scope: WriteScope, { components, zones }: EntryWrite, id: number) {
  const found = new Set<string>()
  for (const { attribute } of [...components, ...zones])
    for (const component of await componentsIn(scope, attribute, id)) found.add(`${component.uid} ${component.id}`)
  return found
}

async function linkedNow(
  scope: WriteScope,
  { model }: EntryWrite,
  { attribute: { link } }: LinkWrite,
  owner: number,
): Promise<ReadonlySet<number>> {
  if (link?.kind === 'table')
    return new Set((await scope.ask(selectChildrenOf(link, [owner]))).map(([, child]) => Number(child)))
  if (link?.kind !== 'parent-column' || model.table === null) return NONE
  const rows = await scope.ask(selectWhere([link.column], model.table, new Map([['id', owner]])))
  return new Set(rows.map(([child]) => Number(child)))
}
