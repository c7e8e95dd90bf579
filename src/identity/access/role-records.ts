/**
 * The roles inside one change of rights. All changes of roles and their rights go through `changeRoles`: the command line,
 * the management API and the REST routes describe what they want, and only this code writes it.
 *
 *     await changeRoles(context, async roles => {
 *       const held = await roles.find(id)
 *       await roles.setRights(held, { actions: ..., lists: ... })
 *     })
 */
import { PopulusError } from '../../errors.ts'
import { type Schema, USER_UID } from '../../schema/schema.ts'
import { name, sql, table } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { selectFieldLists } from '../../tables/desired/field-grants.ts'
import { changeRights, type Run } from '../records/change-rights.ts'
import { idValue, linkOf, PERMISSION, ROLE } from '../records/record-shape.ts'
import { StoredRows, type Values } from '../records/stored-rows.ts'
import { checkedLists, decodeFieldLists, type RoleLists, storeFieldLists } from './field-lists.ts'
import { type HeldRole, NO_RIGHTS, type RoleRights, rightsStatements, toRights } from './role-rights.ts'

export interface RolesContext {
  readonly database: Database
  readonly schema: Schema
  /** Milliseconds since 1970. */
  readonly clock?: () => number
}

/** One change of rights. What it reads stays valid until it commits. */
export function changeRoles<T>(context: RolesContext, work: (roles: RoleRecords) => Promise<T>): Promise<T> {
  return changeRights(context, run => work(new RoleRecords(context, run)))
}

export class RoleRecords {
  readonly #context: RolesContext
  readonly #run: Run
  readonly #roles: StoredRows<typeof ROLE>
  readonly #permissions: StoredRows<typeof PERMISSION>
  readonly #now: Date

  constructor(context: RolesContext, run: Run) {
    const { database, schema, clock = Date.now } = context
    this.#context = context
    this.#run = run
    this.#roles = new StoredRows(database.dialect, schema, ROLE)
    this.#permissions = new StoredRows(database.dialect, schema, PERMISSION)
    this.#now = new Date(clock())
  }

  /** The oldest first. */
  async all(): Promise<readonly HeldRole[]> {
    const { database, schema } = this.#context
    const rows = []
    for (const statement of rightsStatements(database.dialect, schema))
      rows.push(statement === null ? [] : await this.#run(statement))
    const { roles, lists } = toRights(database.dialect, schema, rows)
    checkedLists(lists)
    return roles
  }

  /** Throws `roleNotFound`. */
  async find(id: number | null): Promise<HeldRole> {
    const found = (await this.all()).find(({ role }) => role.id === id)
    if (found === undefined) throw new PopulusError('roleNotFound')
    return found
  }

  /** Creates a role without any rights. */
  async insert(values: { readonly name: string; readonly type: string; readonly description: string | null }) {
    const { name, type } = values
    const id = await this.#roles.insert(this.#run, values, this.#now)
    return { role: { id, name, type }, rights: NO_RIGHTS, permissionIds: new Map() } satisfies HeldRole
  }

  async update(id: number, values: Values): Promise<void> {
    await this.#roles.update(this.#run, id, values, { now: this.#now })
  }

  /** Deletes the role with its rights. Its users get another role, last in its order. */
  async delete(held: HeldRole, heir: HeldRole): Promise<void> {
    await this.#moveUsers(held.role.id, heir.role.id)
    await this.setRights(held, NO_RIGHTS)
    await this.#roles.delete(this.#run, held.role.id)
  }

  /** Replaces the rights of the role with exactly these. `held` must come from the same change. */
  async setRights({ role, permissionIds }: HeldRole, { actions, lists }: RoleRights): Promise<void> {
    for (const [action, ids] of permissionIds) {
      if (actions.has(action)) continue
      for (const id of ids) await this.#deletePermission(id)
    }
    for (const action of actions) if (!permissionIds.has(action)) await this.#insertPermission(role.id, action)
    await this.#setLists(role.id, lists)
  }

  async #insertPermission(roleId: number, action: string): Promise<void> {
    const id = await this.#permissions.insert(this.#run, { action }, this.#now)
    await this.#permissions.connect(this.#run, 'role', id, roleId)
  }

  async #deletePermission(id: number): Promise<void> {
    await this.#permissions.disconnect(this.#run, 'role', id)
    await this.#permissions.delete(this.#run, id)
  }

  async #setLists(roleId: number, lists: RoleLists): Promise<void> {
    const before = checkedLists(decodeFieldLists(await this.#run(selectFieldLists())))
    if (lists.size === 0 && !before.has(roleId)) return
    await storeFieldLists(this.#run, new Map([...before, [roleId, lists]]))
  }

  async #moveUsers(from: number, to: number): Promise<void> {
    const { database, schema } = this.#context
    const link = linkOf(schema, USER_UID, 'role')
    if (link === null) return
    const [links, role] = [table(link.table), name(link.childColumn)]
    const [old, heir] = [from, to].map(id => idValue(database.dialect, id))
    const order = linkOf(schema, ROLE.uid, 'users')?.orderColumn ?? null
    const last = (place: string) =>
      sql`, ${name(place)} = coalesce(${name(place)}, 0) + (select coalesce(max(${name(place)}), 0) from ${links} where ${role} = ${heir!})`
    await this.#run(
      sql`update ${links} set ${role} = ${heir!}${order === null ? sql`` : last(order)} where ${role} = ${old!}`,
    )
  }
}
