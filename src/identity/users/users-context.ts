/** What every operation on end users needs. `app.ts` creates it once. */

import type { UsersConfig } from '../../config/config.ts'
import type { ContentContext } from '../../content/content-context.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Caller } from '../access/authenticate.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Passwords } from '../sign-in/password-hash.ts'

export interface UsersContext {
  readonly content: ContentContext
  readonly passwords: Passwords
  /** Signs the tokens. Nobody can sign in without it. */
  readonly secret: string | undefined
  readonly config: UsersConfig
  /** Attributes that users may not change for themselves, because rules of rows depend on them. */
  readonly fixedAttributes?: ReadonlySet<string> | undefined
  /** Full names of actions that code of the project answers, which roles can be granted; absent where no code runs. */
  readonly codeActions?: (() => readonly string[]) | undefined
  readonly mail: Mailer
  /** For questions to the providers with which users sign in. */
  readonly outgoing: Outgoing
  /** The public address of the server: `https://cms.example.org`. */
  readonly serverUrl: string
  /** Prefix of all routes: `/api`. */
  readonly prefix: string
  /** Runs work after the answer. */
  readonly later: (work: () => Promise<void>) => void
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A request with a body, and its caller. */
export interface UserRequest {
  readonly caller: Caller
  readonly body: unknown
}
