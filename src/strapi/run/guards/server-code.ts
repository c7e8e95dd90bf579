/** A file of a Strapi project with code for the server, which is not run here. */
export interface ServerCode {
  /** The path below the project folder. */
  readonly file: string
  /** `overrides find and create` */
  readonly what: string
  /** The routes that would not be safe to answer without it. */
  readonly closes: readonly Closing[]
}

export type Action = 'find' | 'findOne' | 'create' | 'update' | 'delete'

export const ACTIONS: readonly Action[] = ['find', 'findOne', 'create', 'update', 'delete']

export type Closing =
  /** One action of a content type. */
  | { readonly kind: 'action'; readonly uid: string; readonly action: Action }
  /** All routes of the types of one API folder. */
  | { readonly kind: 'api'; readonly api: string }
  /** A path below the prefix of the API, such as `/articles/:id`. */
  | { readonly kind: 'path'; readonly method: string; readonly path: string }
  /** Everything below these paths. */
  | { readonly kind: 'below'; readonly paths: readonly string[] }
  | { readonly kind: 'everything' }
