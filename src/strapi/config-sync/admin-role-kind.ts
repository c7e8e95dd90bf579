/** `admin-role.strapi-editor.json`: the roles of administrators with their permissions. */
import { z } from 'zod'
import { adminRoleRows, SUPER_ADMIN } from '../../identity/administrators/administrators.ts'
import { ADMIN_PERMISSION, ADMIN_PERMISSION_UID, linkOf, type RecordOf } from '../../identity/records/record-shape.ts'
import { StoredRows } from '../../identity/records/stored-rows.ts'
import { isObject } from '../../schema/json-value.ts'
import { ADMIN_UID } from '../../schema/schema.ts'
import { column, name as named, sql, table, value } from '../../sql/fragment.ts'
import { optionalShortText, type SyncContent, type SyncContext, type SyncKind, shortText, sorted } from './sync-kind.ts'

const object = z
  .record(z.string(), z.unknown())
  .nullable()
  .default({})
  .transform(given => inOrder(given ?? {}))

const permission = z.object({
  action: shortText,
  actionParameters: object,
  subject: shortText.nullable().default(null),
  properties: object,
  conditions: z
    .array(z.string())
    .nullable()
    .default([])
    .transform(given => given ?? []),
})

const shape = z.object({
  name: shortText,
  code: shortText,
  description: optionalShortText,
  permissions: z.array(permission).transform(sorted),
})

const ATTRIBUTES = ['action', 'actionParameters', 'subject', 'properties', 'conditions'] as const

export function adminRoleKind(context: SyncContext): SyncKind {
  const { database, schema, run, now } = context
  const rows = adminRoleRows(database.dialect, schema)
  const roles = async () => {
    const found = await run(rows.select(['code', 'name', 'description'], sql`order by ${column('t', 'id')}`))
    return rows.records(['code', 'name', 'description'], found)
  }
  const idOf = async (code: string) => (await roles()).find(role => role.code === code)?.id
  return {
    name: 'admin-role',
    key: 'code',
    shape,
    load: async () => {
      const permissions = await loadPermissions(context)
      return new Map(
        (await roles()).map(({ id, name, code, description }): readonly [string, SyncContent] => {
          const held = (permissions.get(id) ?? []).map(({ id: _, ...rest }) => inFormOfFiles(rest))
          return [code, { name, code, description, permissions: sorted(held) }]
        }),
      )
    },
    put: async (code, wanted) => {
      const { name, description, permissions } = wanted as z.output<typeof shape>
      const known = await idOf(code)
      if (known !== undefined) await rows.update(run, known, { name, description }, { now })
      const id = known ?? (await rows.insert(run, { name, code, description }, now))
      await setPermissions(context, id, permissions)
    },
    remove: async code => {
      const id = await idOf(code)
      if (id === undefined) return
      await setPermissions(context, id, [])
      await rows.delete(run, id)
    },
    reasonToKeep: async code => {
      if (code === SUPER_ADMIN) return 'super administrators need this role'
      const count = await administratorsWith(context, (await idOf(code)) ?? 0)
      return count === 0 ? undefined : `${count} administrators have this role`
    },
  }
}

type StoredPermission = RecordOf<typeof ADMIN_PERMISSION>

async function loadPermissions({ database, schema, run }: SyncContext) {
  const rows = new StoredRows(database.dialect, schema, ADMIN_PERMISSION)
  const link = linkOf(schema, ADMIN_PERMISSION_UID, 'role')
  const rest = sql`order by ${column('t', 'id')}`
  const select = rows.selectLinked(link, ATTRIBUTES, { from: 'parent', rest })
  if (select === null) return new Map<number, readonly StoredPermission[]>()
  return rows.linkedRecords(ATTRIBUTES, await run(select))
}

/** A row that no file could describe stays as it is, and differs from every file. */
function inFormOfFiles(stored: Omit<StoredPermission, 'id'>): object {
  return permission.safeParse(stored).data ?? stored
}

/** What is there already keeps its id. */
async function setPermissions(
  context: SyncContext,
  roleId: number,
  wanted: readonly z.output<typeof permission>[],
): Promise<void> {
  const { database, schema, run, now } = context
  const rows = new StoredRows(database.dialect, schema, ADMIN_PERMISSION)
  const missing = new Map(wanted.map(given => [JSON.stringify(given), given]))
  for (const { id, ...rest } of (await loadPermissions(context)).get(roleId) ?? []) {
    if (missing.delete(JSON.stringify(inFormOfFiles(rest)))) continue
    await rows.disconnect(run, 'role', id)
    await rows.delete(run, id)
  }
  for (const { action, subject, ...json } of missing.values()) {
    const texts = Object.fromEntries(Object.entries(json).map(([name, given]) => [name, JSON.stringify(given)]))
    const id = await rows.insert(run, { action, subject, ...texts }, now)
    await rows.connect(run, 'role', id, roleId)
  }
}

async function administratorsWith({ database, schema, run }: SyncContext, roleId: number): Promise<number> {
  const link = linkOf(schema, ADMIN_UID, 'roles')
  if (link === null) return 0
  const wanted = value(database.dialect.encode('integer', roleId))
  const [row] = await run(sql`select count(*) from ${table(link.table)} where ${named(link.childColumn)} = ${wanted}`)
  return Number(row?.[0] ?? 0)
}

/** PostgreSQL does not keep the order of names. */
function inOrder<T>(given: T): T {
  if (!isObject(given)) return given
  const entries = Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, inOrder(part)])) as T
}
