/** The form in which the types that the server brings along are written down. */

export interface BuiltInType {
  readonly uid: string
  /** What would stand in a schema file. */
  readonly content: {
    readonly collectionName: string
    readonly info: { readonly singularName: string; readonly pluralName: string; readonly displayName: string }
    readonly options: Readonly<Record<string, unknown>>
    readonly pluginOptions?: Readonly<Record<string, unknown>>
    /** Indexes besides those that follow from the attributes. */
    readonly indexes?: readonly {
      readonly name: string
      readonly columns: readonly string[]
      readonly type: 'unique' | null
    }[]
    readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
}

/** `pluginOptions` of the types that the content manager does not show. */
export const HIDDEN = { 'content-manager': { visible: false }, 'content-type-builder': { visible: false } }
