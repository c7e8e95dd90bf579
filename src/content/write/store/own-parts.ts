/** For writes that were prepared before another one of the same transaction has replaced components of the entry. */
import type { ComponentItem, ComponentWrite, EntryWrite, ZoneWrite } from '../../../plan/write/write-plan.ts'
import type { WriteScope } from '../write-scope.ts'
import { storedComponents } from './store-components.ts'

/** The same write, in which components that the row does not have are new ones. */
export async function withOwnParts(scope: WriteScope, id: number, write: EntryWrite): Promise<EntryWrite> {
  const inside = async <Part extends ComponentWrite | ZoneWrite>(part: Part): Promise<Part> => {
    const { link } = part.attribute
    const stored = link === null ? [] : await storedComponents(scope, link, id)
    const items: ComponentItem[] = []
    for (const item of part.items) {
      const isOwn = stored.some(own => own.id === item.id && own.uid === item.entry.model.uid)
      items.push(isOwn ? { ...item, entry: await withOwnParts(scope, item.id!, item.entry) } : asNew(item))
    }
    return { ...part, items }
  }
  const components: ComponentWrite[] = []
  const zones: ZoneWrite[] = []
  for (const part of write.components) components.push(await inside(part))
  for (const part of write.zones) zones.push(await inside(part))
  return { ...write, components, zones }
}

function asNew({ entry }: ComponentItem): ComponentItem {
  const renewed = <Part extends { readonly items: readonly ComponentItem[] }>(part: Part): Part => ({
    ...part,
    items: part.items.map(asNew),
  })
  return { id: null, entry: { ...entry, components: entry.components.map(renewed), zones: entry.zones.map(renewed) } }
}
