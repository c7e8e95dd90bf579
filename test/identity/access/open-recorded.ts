/** The recorded Strapi project, opened, with hands on its tables. */

import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import type { Fragment } from '../../../src/sql/fragment.ts'
import type { BoundStatement, Row } from '../../../src/sql/statement.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import type { Client } from '../../support/databases.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../../support/worlds/conformance-data.ts'

export const SECRETS = { jwt: 'oracle-jwt-secret', apiTokenSalt: 'oracle-api-token-salt' }

export async function openRecorded(client: Client) {
  const { schema } = await loadSchema(CONFORMANCE_PROJECT)
  const config = { database: await conformanceDatabase(client), limits: DEFAULT_LIMITS }
  const statements: BoundStatement[] = []
  const open = () =>
    openStorage(config, schema, { log: () => undefined, onStatement: statement => statements.push(statement) })
  const storage = await open()
  const { dialect } = storage.database
  /** Runs a statement as another process would: on a connection of its own. */
  const change = async (fragment: Fragment): Promise<readonly Row[]> => {
    const other = (await open()).database
    try {
      return await other.write(transaction => transaction.run(dialect.bind(dialect.compile(fragment))))
    } finally {
      await other.close()
    }
  }
  return { ...storage, statements, change, reopen: open }
}

export type Recorded = Awaited<ReturnType<typeof openRecorded>>
