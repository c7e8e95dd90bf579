/** The form in which the built-in types are written. */

export interface BuiltInType {
  readonly uid: string
  /** What a schema file would contain. */
  readonly content: {
    readonly collectionName: string
    readonly info: { readonly singularName: string; readonly pluralName: string; readonly displayName: string }
    readonly options: Readonly<Record<string, unknown>>
    readonly pluginOptions?: Readonly<Record<string, unknown>>
    /** Indexes in addition to the ones that follow from the attributes. */
    readonly indexes?: readonly {
      readonly name: string
      readonly columns: readonly string[]
      readonly type: 'unique' | null
    }[]
    readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
}

/** `pluginOptions` of types that the content manager does not show. */
export const HIDDEN = { 'content-manager': { visible: false }, 'content-type-builder': { visible: false } }
