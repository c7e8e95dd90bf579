/** Changes the rights of roles behind the back of a running server, as `populus grant` does. */

import { type DatabaseConfig, DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { createToken } from '../../../src/management/access/manage-tokens.ts'
import { grant, revoke } from '../../../src/management/roles/grants.ts'
import type { GrantInput } from '../../../src/management/roles/resolve-grant.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { cleanUp } from '../../support/clean-up.ts'

export interface Granter {
  /** Returns the token itself. */
  createToken(input: object, secrets: Parameters<typeof createToken>[0]['secrets']): Promise<string>
  grant(input: GrantInput): Promise<void>
  revoke(input: GrantInput): Promise<void>
}

export async function openGranter(folder: string, database: DatabaseConfig): Promise<Granter> {
  const { schema } = await loadSchema(folder)
  const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
  cleanUp(() => storage.database.close())
  const { database: opened, schema: adopted } = storage
  return {
    createToken: async (input, secrets) => {
      const context = { database: opened, schema: adopted, secrets, clock: Date.now }
      return (await createToken(context, input)).accessKey
    },
    grant: async input => {
      await grant(storage.database, storage.schema, input)
    },
    revoke: async input => {
      await revoke(storage.database, storage.schema, input)
    },
  }
}
