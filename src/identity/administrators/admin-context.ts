/** What the operations of the management API work with. */

import type { Config } from '../../config/config.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import type { UsersContext } from '../users/users-context.ts'

export interface AdminContext {
  readonly database: Database
  readonly schema: Schema
  readonly secrets: Config['secrets']
  readonly settings: Config['admin']
  /** The public address of the server, if the settings name it. */
  readonly publicUrl: string | undefined
  /** What the operations on end users need. */
  readonly users: UsersContext
  /** The project or its database is one of Strapi, which must be able to read what is stored. */
  readonly isSharedWithStrapi: boolean
  /** Milliseconds since 1970. */
  readonly clock: () => number
}
