/**
 * Since when the tokens of a user count, in our own table `password_changes(user_id, tokens_from)`. A new password moves
 * the moment forward, so that whoever signed in with the old one is signed out. No row: every token counts.
 */

import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { idValue } from '../records/stored-type.ts'

/** A row `(tokens_from)` in seconds since 1970, or none. */
export function selectTokensFrom(dialect: SqlDialect, userId: number): Fragment {
  return sql`select tokens_from from ${changes(dialect)} where user_id = ${idValue(dialect, userId)}`
}

/**
 * Ends the tokens made so far; gives `(tokens_from)`, which the next token has to carry as `iat`. JWTs count in seconds:
 * the moment is that of the next second, and a second password within one second still moves it.
 */
export function endTokens(dialect: SqlDialect, userId: number, now: number): Fragment {
  const next = value(dialect.encode('integer', Math.floor(now / 1000) + 1))
  const later = sql`case when excluded.tokens_from > p.tokens_from then excluded.tokens_from else p.tokens_from + 1 end`
  return sql`
    insert into ${changes(dialect)} as p (user_id, tokens_from) values (${idValue(dialect, userId)}, ${next})
    on conflict (user_id) do update set tokens_from = ${later} returning tokens_from`
}

function changes(dialect: SqlDialect): Fragment {
  return table('password_changes', dialect.ownSchema)
}
