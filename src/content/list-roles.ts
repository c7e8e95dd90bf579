/** The roles of end users, each with its number of users. */
import { ROLE_UID, USER_UID } from '../schema/schema.ts'
import { column, type Fragment, sql, table } from '../sql/fragment.ts'
import { steps } from '../storage/database.ts'
import type { ContentContext } from './content-context.ts'
import { findFlat } from './read/find-flat.ts'
import type { ReadInput } from './read/prepare-read.ts'

/** `{"roles":[{"id":1,"name":"Authenticated",...,"nb_users":2}]}` */
export async function findRoles(context: ContentContext, access: ReadInput['access']): Promise<string> {
  const type = context.schema.types.get(ROLE_UID)!
  const roles = JSON.parse(await findFlat(context, { type, access, search: '' })) as { id: number }[]
  const counts = await countUsers(context)
  return JSON.stringify({ roles: roles.map(role => ({ ...role, nb_users: counts.get(role.id) ?? 0 })) })
}

async function countUsers(context: ContentContext): Promise<ReadonlyMap<number, number>> {
  const role = context.schema.types.get(USER_UID)?.attributes.get('role')
  const link = role?.kind === 'relation' ? role.link : null
  if (link?.kind !== 'table') return new Map()
  const roleId = column('l', link.childColumn)
  const rows = await run(context, sql`select ${roleId}, count(*) from ${table(link.table)} as l group by ${roleId}`)
  return new Map(rows.map(([id, count]) => [Number(id), Number(count)]))
}

async function run({ database }: ContentContext, query: Fragment): Promise<readonly (readonly unknown[])[]> {
  const { dialect } = database
  return (await database.read(steps(dialect.bind(dialect.compile(query)))))[0] ?? []
}
