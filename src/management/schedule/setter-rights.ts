/** Who is the author of what happens at a set time. */
import { loadAdministrators } from '../../identity/administrators/administrators.ts'
import type { ManagementContext } from '../management-context.ts'
import { type AdminRights, allRights, everyRight } from '../rights/admin-rights.ts'

/** The person who has set the time, if there still is such a person. Their rights counted then. */
export async function setterRights({ schema, admin }: ManagementContext, adminId: number | null): Promise<AdminRights> {
  const people = adminId === null ? [] : await loadAdministrators(admin)
  const person = people.find(each => each.id === adminId)
  return person === undefined ? everyRight(schema) : allRights(schema, person)
}
