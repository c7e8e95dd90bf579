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
  /** What the operations on end users need. */
  readonly users: UsersContext
  /** Milliseconds since 1970. */
  readonly clock: () => number
}
