/** The rights of the server itself, for what it must know beyond what a person may read. */
import type { Schema } from '../../schema/schema.ts'
import { type AdminRights, allRights } from './admin-rights.ts'

/** The id of no administrator. */
export const NOBODY = 0

export function everyRight(schema: Schema): AdminRights {
  const nobody = {
    id: NOBODY,
    email: '',
    firstname: null,
    lastname: null,
    username: null,
    isActive: true,
    blocked: false,
  }
  return allRights(schema, { ...nobody, roles: [], createdAt: null, updatedAt: null })
}

/** Who is named as the author of a write; nobody if it is the server itself. */
export function authorIn({ administrator: { id } }: AdminRights): { readonly adminId?: number } {
  return id === 0 ? {} : { adminId: id }
}
