/** `user-role.public.json`: the roles of end users with what they may do. */
import { z } from 'zod'
import { RoleRecords } from '../../identity/access/role-records.ts'
import { exactly } from '../../identity/access/role-rights.ts'
import { ROLE } from '../../identity/records/record-shape.ts'
import { StoredRows } from '../../identity/records/stored-rows.ts'
import { column, sql } from '../../sql/fragment.ts'
import { optionalShortText, type SyncContent, type SyncContext, type SyncKind, shortText, sorted } from './sync-kind.ts'

const shape = z.object({
  name: shortText,
  description: optionalShortText,
  type: shortText,
  permissions: z.array(z.object({ action: shortText })).transform(sorted),
})

/** Users without another role have one of them. */
const NEEDED = new Set(['public', 'authenticated'])

export function userRoleKind(context: SyncContext): SyncKind {
  const { database, schema, run, now } = context
  const roles = new RoleRecords({ database, schema, clock: () => now.getTime() }, run)
  const rows = new StoredRows(database.dialect, schema, ROLE)
  const held = async (type: string) => (await roles.all()).find(({ role }) => role.type === type)
  return {
    name: 'user-role',
    key: 'type',
    shape,
    load: async () => {
      const found = await run(rows.select(['description'], sql`order by ${column('t', 'id')}`))
      const descriptions = new Map(rows.records(['description'], found).map(({ id, description }) => [id, description]))
      return new Map(
        (await roles.all()).flatMap(({ role: { id, name, type }, rights }): readonly [string, SyncContent][] => {
          const permissions = sorted([...rights.actions].map(action => ({ action })))
          return type === '' ? [] : [[type, { name, description: descriptions.get(id) ?? null, type, permissions }]]
        }),
      )
    },
    put: async (type, wanted) => {
      const { name, description, permissions } = wanted as z.output<typeof shape>
      const role = (await held(type)) ?? (await roles.insert({ name, type, description }))
      await roles.update(role.role.id, { name, description })
      await roles.setRights(role, exactly(role.rights, new Set(permissions.map(({ action }) => action))))
    },
    remove: async type => {
      const [role, heir] = [await held(type), await held('public')]
      if (role !== undefined && heir !== undefined) await roles.delete(role, heir)
    },
    reasonToKeep: async type => {
      if (NEEDED.has(type)) return 'users need this role'
      return (await held('public')) === undefined ? 'there is no role public for its users' : undefined
    },
  }
}
