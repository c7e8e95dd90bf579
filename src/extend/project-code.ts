/** The code of a project that runs inside the server, whoever loads it. Projects without any have no such value. */
import type { Server } from 'node:http'
import type { ContentContext } from '../content/content-context.ts'
import type { ContentHooks } from '../content/content-hooks.ts'
import type { RouteExtensions } from '../http/extension/route-extension.ts'
import type { Authenticator } from '../identity/access/authenticate.ts'
import type { Administrator } from '../identity/administrators/administrators.ts'
import type { UsersContext } from '../identity/users/users-context.ts'
import type { MediaContext } from '../media/media-context.ts'

export interface ProjectCode {
  /** Run before and after writes. */
  readonly hooks?: ContentHooks | undefined
  /** Routes of its own, and code around built-in ones. */
  readonly routes?: RouteExtensions | undefined
  /** Full names of the actions that its routes demand, which roles can be granted: `api::article.article.like`. Asked for after the start. */
  readonly actions?: (() => readonly string[]) | undefined
  /** What it was loaded from, and what somebody would miss: `populus/hooks`, `src/api/article`. */
  readonly parts?: readonly string[]
  /** Lines for the report of the start. */
  readonly report: readonly string[]
  /** Called once, when everything exists and before the first request. Nothing above runs earlier. */
  start(services: ProjectServices): Promise<void>
  /** Called once, after the last request and before the database is closed. */
  stop(): Promise<void>
}

/** What code can work with. */
export interface ProjectServices {
  readonly content: ContentContext
  readonly users: UsersContext
  readonly media: MediaContext
  readonly authenticate: Authenticator
  /** The administrator with this header `Authorization`; `undefined` for everybody else. */
  readonly administrator: (authorization: string | undefined) => Promise<Administrator | undefined>
  readonly log: ProjectLog
  /** The server itself: it does not listen yet. */
  readonly httpServer: Server
}

/** The log of the server. */
export interface ProjectLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
