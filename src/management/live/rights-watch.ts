/** Whether anybody's rights or session may have changed since the last look. */
import { SESSIONS_TABLE } from '../../identity/administrators/admin-sessions.ts'
import { ADMIN_PERMISSION_UID, linkOf } from '../../identity/records/record-shape.ts'
import { ADMIN_UID } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import type { ManagementContext } from '../management-context.ts'

export class RightsWatch {
  readonly #database: Database
  readonly #tables: readonly string[]
  #version = -1

  constructor({ database, schema }: ManagementContext) {
    this.#database = database
    const stored = [
      schema.types.get(ADMIN_UID)?.table,
      linkOf(schema, ADMIN_UID, 'roles')?.table,
      schema.types.get(ADMIN_PERMISSION_UID)?.table,
      linkOf(schema, ADMIN_PERMISSION_UID, 'role')?.table,
    ]
    const own = `${database.dialect.ownSchema}.${SESSIONS_TABLE}`
    this.#tables = [...stored.flatMap(table => table ?? []), own]
  }

  isChanged(): boolean {
    const version = this.#database.versions.latest(this.#tables)
    const isChanged = version !== this.#version
    this.#version = version
    return isChanged
  }
}
