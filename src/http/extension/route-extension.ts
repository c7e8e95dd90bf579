/**
 * Routes of a project's own code, in terms that say nothing about the web server: routes of its own, and code around the
 * built-in ones. Asked once, when routes are registered; a built-in route without anything of this is not touched.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Caller } from '../../identity/access/authenticate.ts'

export interface RouteExtensions {
  /** A route with the method and path of a built-in one replaces it. */
  readonly routes: readonly CustomRoute[]
  /** The code around a built-in route; `undefined` for none. Paths are as registered: `/api/articles/:id`. */
  readonly around?: ((method: string, path: string) => WrapRoute | undefined) | undefined
  /** Code that decides for each request whether it answers it, by rules of its own. */
  readonly taker?: RequestTaker | undefined
}

export interface RequestTaker {
  /**
   * Asked for every request, before its body is read. `path` is decoded as far as the router decodes it. Returns what answers
   * the request; `undefined` for those of the built-in routes.
   */
  take(method: string, path: string): HandleTaken | undefined
}

/** Writes the answer; the headers of every answer are set already. Resolves when it is complete. */
export type HandleTaken = (taken: TakenRequest) => Promise<void>

export interface TakenRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** As `take` got it. */
  readonly path: string
  /** The answer that a built-in route gives, to this request or to a changed one. A body that nobody has read goes on. */
  readonly next: Next
  /** Lets the built-in route send its answer. */
  readonly pass: () => void
}

export interface CustomRoute {
  /** In capitals. */
  readonly method: string
  /** With the prefix: `/api/articles/:slug/comments`. */
  readonly path: string
  readonly handle: HandleRoute
  /** Named in the log if it fails: `populus/routes.ts`. */
  readonly file?: string
}

export type HandleRoute = (request: RouteRequest) => Promise<RouteAnswer | TakenOver>

export type WrapRoute = (request: RouteRequest, next: Next) => Promise<RouteAnswer | TakenOver>

export interface RouteRequest {
  readonly raw: IncomingMessage
  readonly method: string
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The query string without its question mark. */
  readonly search: string
  /** The address of the client, as far as proxies are trusted. */
  readonly address: string
  /** The parsed body: JSON, or the fields of a form; `undefined` without one, and for a form with files. */
  readonly body: unknown
  /** A form with files comes unread: in `raw`, or by passing it on with `next`. */
  readonly hasForm: boolean
  /** Who is asking. Rejects with a PopulusError for invalid credentials. */
  readonly caller: () => Promise<Caller>
  /**
   * For code that writes its answer itself. The headers of every answer are set already. Afterwards return `TAKEN_OVER`,
   * once the answer is complete.
   */
  readonly takeOver: () => ServerResponse
}

export const TAKEN_OVER: unique symbol = Symbol('taken over')
export type TakenOver = typeof TAKEN_OVER

export interface RouteAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** `null` for none. */
  readonly body: string | Buffer | Readable | null
}

/** Runs the built-in route, with what it is to see instead of the request. Errors are answers, too. */
export type Next = (changes?: ChangedRequest) => Promise<BuiltInAnswer>

export interface ChangedRequest {
  readonly method?: string
  readonly path?: string
  readonly search?: string
  /** Sent on as JSON. */
  readonly body?: unknown
  /** The action that the caller may do this time, whatever their rights are. */
  readonly granted?: string
}

export interface BuiltInAnswer extends RouteAnswer {
  readonly body: Buffer
}
