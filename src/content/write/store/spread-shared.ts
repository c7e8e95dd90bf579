/**
 * Attributes that are not localized are the same in all translations. A change to one translation changes all of them.
 */
import type { EntryWrite, LinkWrite } from '../../../plan/write/write-plan.ts'
import type { Attribute } from '../../../schema/schema.ts'
import { selectChildren } from '../../../sql/links/change-links.ts'
import type { WriteScope } from '../write-scope.ts'
import { type ComponentsBefore, copyComponents } from './copy-components.ts'
import { updateEntry } from './store-entry.ts'

/** What a write says about attributes that are not localized. */
export function sharedPart(entry: EntryWrite): EntryWrite {
  const shared = <Write extends { readonly attribute: Attribute }>(writes: readonly Write[]) =>
    writes.filter(({ attribute }) => !attribute.localized)
  return {
    model: entry.model,
    scalars: shared(entry.scalars),
    links: shared(entry.links),
    morphs: shared(entry.morphs),
    components: shared(entry.components),
    zones: shared(entry.zones),
  }
}

export function isEmptyWrite({ scalars, links, morphs, components, zones }: EntryWrite): boolean {
  return [scalars, links, morphs, components, zones].every(part => part.length === 0)
}

interface SpreadOrder {
  /** The entry, in which the write is stored already. */
  readonly id: number
  readonly entry: EntryWrite
  readonly before: ComponentsBefore
}

/**
 * `translations` are the other ones of the entry. What they get of lists and components is what the entry has now, because a body may
 * name only a part of it. Their `updatedAt` changes as well, since the translations have changed too.
 */
export async function spreadShared(
  scope: WriteScope,
  translations: readonly number[],
  { id, entry, before }: SpreadOrder,
): Promise<void> {
  const shared = sharedPart(entry)
  if (isEmptyWrite(shared) || translations.length === 0) return
  const { components, zones } = shared
  const stamps = entry.scalars.filter(({ attribute }) => attribute.name === 'updatedAt')
  const links: LinkWrite[] = []
  for (const write of shared.links) links.push(await asStored(scope, write, id))
  const own = { ...shared, scalars: [...shared.scalars, ...stamps], links, components: [], zones: [] }
  for (const other of translations) {
    await updateEntry(scope, other, own)
    for (const { attribute } of [...components, ...zones])
      await copyComponents(scope, attribute, { from: id, to: other, before })
  }
}

async function asStored(scope: WriteScope, write: LinkWrite, id: number): Promise<LinkWrite> {
  const { attribute, change } = write
  if (change.kind === 'set' || attribute.link?.kind !== 'table') return write
  const ids = (await scope.ask(selectChildren(attribute.link, id))).map(([child]) => Number(child))
  return { attribute, change: { kind: 'set', ids } }
}
