/** The names of administrators, by id. */
import type { PersonName } from '../../admin-api/content-api.ts'
import { loadAdministrators } from '../../identity/administrators/administrators.ts'
import { personName } from '../entries/shape-values.ts'
import type { ManagementContext } from '../management-context.ts'

/** `null` for nobody, and for somebody who is no longer there. */
export async function namePeople({ admin }: ManagementContext): Promise<(id: number | null) => PersonName | null> {
  const people = new Map((await loadAdministrators(admin)).map(person => [person.id, person]))
  return id => {
    const person = id === null ? undefined : people.get(id)
    return person === undefined ? null : { id: person.id, name: personName(person.id, { ...person }) }
  }
}
