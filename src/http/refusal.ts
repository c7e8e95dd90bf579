/** The 403 for a caller without a right. In development it says how to grant it. */
import { PopulusError } from '../errors.ts'
import type { Caller } from '../identity/access/authenticate.ts'

export interface Refused {
  readonly caller: Caller
  /** Such as `api::article.article.find`. */
  readonly action: string
  /** The `Authorization` header. */
  readonly authorization: string | undefined
}

/** The hint repeats only what the request itself has named: the type, and who asks. */
export function refusal(refused: Refused, development: boolean): PopulusError {
  return development ? new PopulusError('forbidden', {}, { hint: hintFor(refused) }) : new PopulusError('forbidden')
}

function hintFor({ caller, action, authorization }: Refused): string {
  const [, owner = '', verb = ''] = /^(.*)\.(\w+)$/.exec(action) ?? []
  const type = owner.startsWith('api::') ? owner.slice(owner.lastIndexOf('.') + 1) : owner
  const actions = verb === 'find' || verb === 'findOne' ? '' : ` --actions ${verb}`
  if (authorization === undefined) return `not public; to grant it: npx populus grant public ${type}${actions}`
  if (caller.userId === null)
    return `the API token lacks ${action}; to make one: npx populus tokens create <name> --actions ${action}`
  return `the user's role lacks ${action}; to grant it: npx populus grant authenticated ${type}${actions} (or another role)`
}
