/** Lists that people have saved, for themselves, for a role or for all. */

import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { JsonObject } from '../../admin-api/route-types.ts'
import type { SavedView } from '../../admin-api/view-api.ts'
import { PopulusError } from '../../errors.ts'
import type { Run } from '../../identity/records/change-rights.ts'
import { epochValue, idValue } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { badInput, checkInput, text, textList } from '../../input/check-input.ts'
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import { SAVED_VIEWS_TABLE } from '../../tables/desired/panel-tables.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { mayConfigure } from './may-configure.ts'

const MOST_BYTES = 16 * 1024
/** Of one person: all of them are read for every list. */
const MOST_VIEWS = 200

const owner = z.union([z.enum(['me', 'all']), z.strictObject({ role: z.number().int().positive() })], {
  error: 'expected "me", "all" or {"role": <id>}',
})

const newView = z.strictObject({
  uid: text(),
  name: text(100),
  query: z.record(z.string(), z.unknown(), { error: 'expected an object' }),
  columns: textList().nullable().optional(),
  owner,
})
const changedView = newView.partial()

export async function listSavedViews(
  context: ManagementContext,
  rights: AdminRights,
  uid: string | undefined,
): Promise<readonly SavedView[]> {
  const { database } = context
  const [rows = []] = await readRows(database, [select(context, sql`order by created_at, id`)])
  return rows
    .map(row => toView(row, rights))
    .filter(view => mayUse(view, rights) && (uid ?? view.uid) === view.uid)
    .map(shown)
}

export async function createSavedView(
  context: ManagementContext,
  rights: AdminRights,
  input: unknown,
): Promise<SavedView> {
  const given = checkInput(newView, input)
  const view = { ...given, id: randomBytes(9).toString('base64url'), columns: given.columns ?? null } as Stored
  checkView(context, rights, view)
  const { database, clock } = context
  const { dialect } = database
  const mine = rights.administrator.id
  await changeAlone(database, `saved views of ${mine}`, async run => {
    const [row] = await run(sql`select count(*) from ${views(context)} where admin_id = ${idValue(dialect, mine)}`)
    if (Number(row?.[0] ?? 0) >= MOST_VIEWS)
      throw badInput([{ path: [], message: `expected at most ${MOST_VIEWS} views of one person` }])
    await run(sql`
      insert into ${views(context)} (id, uid, title, query, columns, owner, role_id, admin_id, created_at)
      values (${value(view.id)}, ${values(context, view)}, ${idValue(dialect, mine)},
        ${epochValue(dialect, clock())})`)
  })
  return shown({ ...view, mine: true })
}

export async function updateSavedView(
  context: ManagementContext,
  rights: AdminRights,
  id: string,
  input: unknown,
): Promise<SavedView> {
  const given = checkInput(changedView, input)
  return changeAlone(context.database, `saved view ${id}`, async run => {
    const before = await findOwn(context, rights, run, id)
    const view = { ...before, ...given } as Stored
    checkView(context, rights, view)
    await run(sql`delete from ${views(context)} where id = ${value(id)}`)
    const { dialect } = context.database
    await run(sql`
      insert into ${views(context)} (id, uid, title, query, columns, owner, role_id, admin_id, created_at)
      values (${value(id)}, ${values(context, view)}, ${idValue(dialect, view.adminId)},
        ${epochValue(dialect, Number(view.createdAt))})`)
    return shown(view)
  })
}

export async function deleteSavedView(context: ManagementContext, rights: AdminRights, id: string): Promise<SavedView> {
  return changeAlone(context.database, `saved view ${id}`, async run => {
    const view = await findOwn(context, rights, run, id)
    await run(sql`delete from ${views(context)} where id = ${value(id)}`)
    return shown(view)
  })
}

interface Stored extends SavedView {
  readonly adminId: number
  readonly createdAt: string
}

/** Views of others that the person may use but not change are `forbidden`; all others do not exist. */
async function findOwn(context: ManagementContext, rights: AdminRights, run: Run, id: string): Promise<Stored> {
  const [row] = id.includes('\0') ? [] : await run(select(context, sql`where id = ${value(id)}`))
  const view = row === undefined ? undefined : toView(row, rights)
  if (view === undefined || !mayUse(view, rights)) throw new PopulusError('notFound')
  if (!view.mine && !mayShare(context, rights, view.uid)) throw new PopulusError('forbidden')
  return view
}

function checkView(
  context: ManagementContext,
  rights: AdminRights,
  { uid, query, columns, owner: whose }: Stored,
): void {
  if (rights.grant(uid, 'read') === null) throw badInput([{ path: ['uid'], message: `there is no type ${uid}` }])
  if (Buffer.byteLength(JSON.stringify({ query, columns })) > MOST_BYTES)
    throw badInput([{ path: ['query'], message: `expected at most ${MOST_BYTES} bytes` }])
  if (whose !== 'me' && !mayShare(context, rights, uid))
    throw new PopulusError('forbidden', {}, { hint: 'only people who may configure a view can share one' })
}

function mayShare({ schema }: ManagementContext, rights: AdminRights, uid: string): boolean {
  const type = schema.types.get(uid)
  return type !== undefined && mayConfigure(rights, type)
}

function mayUse({ owner: whose, mine, uid }: Stored, rights: AdminRights): boolean {
  if (rights.grant(uid, 'read') === null) return false
  if (whose === 'all' || mine) return true
  return whose !== 'me' && rights.administrator.roles.some(({ id }) => id === whose.role)
}

function views({ database }: ManagementContext): Fragment {
  return table(SAVED_VIEWS_TABLE, database.dialect.ownSchema)
}

function select(context: ManagementContext, rest: Fragment): Fragment {
  return sql`select id, uid, title, query, columns, owner, role_id, admin_id, created_at from ${views(context)} ${rest}`
}

function values(
  { database: { dialect } }: ManagementContext,
  { uid, name, query, columns, owner: whose }: Stored,
): Fragment {
  const role = typeof whose === 'string' ? null : dialect.encode('integer', whose.role)
  return sql`${value(uid)}, ${value(name)}, ${value(JSON.stringify(query))},
    ${value(columns === null ? null : JSON.stringify(columns))},
    ${value(typeof whose === 'string' ? whose : 'role')}, ${value(role)}`
}

function toView(
  [id, uid, name, query, columns, whose, role, adminId, createdAt]: Row,
  { administrator }: AdminRights,
): Stored {
  return {
    id: String(id),
    uid: String(uid),
    name: String(name),
    query: JSON.parse(String(query)) as JsonObject,
    columns: typeof columns === 'string' ? (JSON.parse(columns) as string[]) : null,
    owner: whose === 'role' ? { role: Number(role) } : (whose as 'me' | 'all'),
    mine: Number(adminId) === administrator.id,
    adminId: Number(adminId),
    createdAt: String(createdAt),
  }
}

function shown({ id, uid, name, query, columns, owner: whose, mine }: Pick<Stored, keyof SavedView>): SavedView {
  return { id, uid, name, query, columns, owner: whose, mine }
}
