/** The 403 for a caller without a right. In development it says how to grant it. */
import { PopulusError } from '../errors.ts'
import { bearerToken, type Caller } from '../identity/access/authenticate.ts'
import { populusCommand } from '../util/populus-command.ts'

export interface Refused {
  readonly caller: Caller
  /** Such as `api::article.article.find`. */
  readonly action: string
  /** The `Authorization` header. */
  readonly authorization: string | undefined
}

/** The hint repeats only what the request itself has named: the type, and who asks. */
export function refusal(refused: Refused, { development, folder }: Asked): PopulusError {
  return new PopulusError('forbidden', {}, development ? { hint: hintFor(refused, folder) } : {})
}

interface Asked {
  readonly development: boolean
  /** The project folder. */
  readonly folder: string
}

function hintFor({ caller, action, authorization }: Refused, folder: string): string {
  const command = (words: string) => populusCommand(words, folder)
  const [, owner = '', verb = ''] = /^(.*)\.(\w+)$/.exec(action) ?? []
  const type = owner.startsWith('api::') ? owner.slice(owner.lastIndexOf('.') + 1) : owner
  const actions = verb === 'find' || verb === 'findOne' ? '' : ` --actions ${verb}`
  if (authorization === undefined) return `not public; to grant it: ${command(`grant public ${type}${actions}`)}`
  if (bearerToken(authorization) === undefined)
    return 'the header Authorization has no token that can be read; write it as Authorization: Bearer <token>'
  if (caller.userId === null)
    return `the API token lacks ${action}; to make one: ${command(`tokens create <name> --actions ${action}`)}`
  return `the user's role lacks ${action}; to grant it: ${command(`grant authenticated ${type}${actions}`)} (or another role)`
}
