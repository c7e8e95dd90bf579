/** A scope for checks that change nothing: every statement is a read of its own. */
import { sql } from '../../sql/fragment.ts'
import { steps } from '../../storage/database.ts'
import { openTransaction } from '../../storage/open-transaction.ts'
import type { ContentContext } from '../content-context.ts'
import { type WriteScope, writeScope } from './write-scope.ts'

export async function readingScope(
  context: Pick<ContentContext, 'database' | 'schema' | 'defaultLocale'>,
): Promise<WriteScope> {
  const { database, schema } = context
  const defaultLocale = await context.defaultLocale()
  return writeScope(
    // Nothing is changed, so nobody has to wait.
    { dialect: { ...database.dialect, lock: () => null, rowLock: sql`` }, schema, defaultLocale },
    openTransaction(async statement => (await database.read(steps(statement), {}))[0] ?? []),
  )
}
