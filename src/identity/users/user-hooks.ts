/** The code of the project around writes of users. */
import type { HookedAction } from '../../content/content-hooks.ts'
import { type AfterCommit, hasHooks, runHooks } from '../../content/write/run-hooks.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import type { Caller } from '../access/authenticate.ts'
import { userType } from './user-store.ts'
import type { UsersContext } from './users-context.ts'

export interface UserToHook {
  readonly action: HookedAction
  readonly caller: Caller
  /** `null` for a new user. */
  readonly id: number | null
  readonly given: JsonObject
  /** Refuses values that cannot be stored, by throwing: code of a project that expects only others is not run for them. */
  readonly check?: (given: JsonObject) => Promise<void>
}

export interface UserAfterHooks {
  /** The values that were sent, as far as the code has left them alone. */
  readonly given: JsonObject
  /** The values that the code has set. */
  readonly decided: JsonObject
  /** Both. Email addresses are in lower case everywhere. */
  readonly all: JsonObject
  readonly after: AfterCommit | undefined
}

export async function runUserHooks(context: UsersContext, write: UserToHook): Promise<UserAfterHooks> {
  const { action, caller: access, id, check } = write
  const { content } = context
  const type = userType(context)
  if (content.hooks?.validFirst === true && hasHooks(content, type)) await check?.(withLowerEmail(write.given))
  const hooked = await runHooks(content, { action, type, access, id, data: write.given })
  const given = withLowerEmail(hooked.data as JsonObject)
  const decided = withLowerEmail((hooked.decided ?? {}) as JsonObject)
  return { given, decided, all: { ...given, ...decided }, after: hooked.after }
}

function withLowerEmail(values: JsonObject): JsonObject {
  return typeof values.email === 'string' ? { ...values, email: values.email.toLowerCase() } : values
}
