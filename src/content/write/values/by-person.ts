/** Records which administrator creates or changes an entry. */
import type { EntryWrite } from '../../../plan/write/write-plan.ts'

/** `adminId` is absent for everyone else. */
export function byPerson(entry: EntryWrite, adminId: number | undefined, isNew: boolean): EntryWrite {
  if (adminId === undefined) return entry
  const links = (isNew ? ['createdBy', 'updatedBy'] : ['updatedBy']).flatMap(name => {
    const attribute = entry.model.attributes.get(name)
    if (attribute?.kind !== 'relation' || attribute.link?.kind !== 'parent-column') return []
    return [{ attribute, change: { kind: 'set', ids: [adminId] } as const }]
  })
  return { ...entry, links: [...entry.links, ...links] }
}
