/**
 * Attributes that are not localized are the same in all translations. A change to one translation changes all of them.
 */
import type { ComponentItem, EntryWrite } from '../../../plan/write/write-plan.ts'
import type { Attribute, ContentType } from '../../../schema/schema.ts'
import type { WriteScope } from '../write-scope.ts'
import { updateEntry } from './store-entry.ts'

/** `translations` are the other ones of the entry. Their `updatedAt` changes as well, since the translations have changed too. */
export async function spreadShared(
  scope: WriteScope,
  type: ContentType,
  translations: readonly number[],
  entry: EntryWrite,
): Promise<void> {
  if (!type.localized) return
  const shared = sharedPart(entry)
  const isEmpty =
    [shared.links, shared.components, shared.zones].every(part => part.length === 0) && shared.scalars.length === 0
  if (isEmpty) return
  const stamps = entry.scalars.filter(({ attribute }) => attribute.name === 'updatedAt')
  const spread = { ...shared, scalars: [...shared.scalars, ...stamps] }
  for (const other of translations) await updateEntry(scope, other, spread)
}

function sharedPart(entry: EntryWrite): EntryWrite {
  const shared = <Write extends { readonly attribute: Attribute }>(writes: readonly Write[]) =>
    writes.filter(({ attribute }) => !attribute.localized)
  return {
    model: entry.model,
    scalars: shared(entry.scalars),
    links: shared(entry.links),
    morphs: [],
    components: shared(entry.components).map(write => ({ ...write, items: write.items.map(asNew) })),
    zones: shared(entry.zones).map(write => ({ ...write, items: write.items.map(asNew) })),
  }
}

/** Each translation has its own components. */
function asNew({ entry }: ComponentItem): ComponentItem {
  const renewed = <Write extends { readonly items: readonly ComponentItem[] }>(write: Write): Write => ({
    ...write,
    items: write.items.map(asNew),
  })
  return { id: null, entry: { ...entry, components: entry.components.map(renewed), zones: entry.zones.map(renewed) } }
}
