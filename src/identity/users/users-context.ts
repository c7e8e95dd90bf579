/** What every operation on end users needs. Made once by `app.ts`. */

import type { UsersConfig } from '../../config/config.ts'
import type { ContentContext } from '../../content/content-context.ts'
import type { Caller } from '../access/authenticate.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Passwords } from '../sign-in/password-hash.ts'

export interface UsersContext {
  readonly content: ContentContext
  readonly passwords: Passwords
  /** Signs the tokens; nobody can sign in without it. */
  readonly secret: string | undefined
  readonly config: UsersConfig
  readonly mail: Mailer
  /** Where the server is reached: `https://cms.example.org`. */
  readonly serverUrl: string
  /** Path in front of all routes: `/api`. */
  readonly prefix: string
  /** Does something after the answer. */
  readonly later: (work: () => Promise<void>) => void
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A request with a body: who sent it, and what. */
export interface UserRequest {
  readonly caller: Caller
  readonly body: unknown
}
