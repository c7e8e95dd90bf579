/** One committed change of an entry, as the feed of changes tells it. */

/** `move`: it is in another stage of its review, and its content is as it was. */
export type ChangeAction = 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'move'

/** Who made a change; `null` for the public and for the server itself. */
export interface Author {
  readonly kind: 'admin' | 'user' | 'token'
  readonly id: number
}

/** A change before it is committed. */
export interface NewChange {
  /** The uid of the content type. */
  readonly type: string
  readonly id: number
  readonly locale: string | null
  readonly action: ChangeAction
  readonly by: Author | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A change with its place in the order of all changes. */
export interface Change extends NewChange {
  readonly position: number
}
