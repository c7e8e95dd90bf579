/** How lists and forms are laid out, and the lists that people have saved. */
import type { Data, JsonObject } from './route-types.ts'

export interface ViewApi {
  /** Of every type that the person may reach and of every component, by uid. */
  readonly 'GET /views': { readonly answer: Data<Readonly<Record<string, ViewConfiguration>>> }
  /** Of a content type or a component. What Strapi stored is read; the rest has Strapi's defaults. */
  readonly 'GET /views/:uid': { readonly answer: Data<ViewConfiguration> }
  /** Needs `plugin::content-manager.collection-types.configure-view`, `...single-types...` or `...components.configure-layout`. */
  readonly 'PUT /views/:uid': {
    readonly body: Pick<ViewConfiguration, 'settings' | 'metadatas' | 'layouts'>
    readonly answer: Data<ViewConfiguration>
  }
  /** One's own, those of one's roles, and those for all. */
  readonly 'GET /saved-views': {
    readonly query: { readonly uid?: string }
    readonly answer: Data<readonly SavedView[]>
  }
  readonly 'POST /saved-views': { readonly body: SavedViewInput; readonly answer: Data<SavedView> }
  readonly 'PUT /saved-views/:id': { readonly body: Partial<SavedViewInput>; readonly answer: Data<SavedView> }
  readonly 'DELETE /saved-views/:id': { readonly answer: Data<SavedView> }
}

/** The form in which Strapi v4 stores "Configure the view". */
export interface ViewConfiguration {
  readonly uid: string
  readonly settings: {
    readonly bulkable: boolean
    readonly filterable: boolean
    readonly searchable: boolean
    readonly pageSize: number
    /** The attribute whose value stands for an entry. */
    readonly mainField: string
    readonly defaultSortBy: string
    readonly defaultSortOrder: 'ASC' | 'DESC'
  }
  readonly metadatas: Readonly<Record<string, FieldMetadata>>
  readonly layouts: {
    /** The columns of the list. */
    readonly list: readonly string[]
    /** The rows of the form. A row has 12 columns. */
    readonly edit: readonly (readonly { readonly name: string; readonly size: number }[])[]
  }
}

export interface FieldMetadata {
  readonly edit: {
    readonly label?: string
    readonly description?: string
    readonly placeholder?: string
    readonly visible?: boolean
    readonly editable?: boolean
    /** The attribute that stands for a related entry. */
    readonly mainField?: string
  }
  readonly list: {
    readonly label?: string
    readonly searchable?: boolean
    readonly sortable?: boolean
    readonly mainField?: string
  }
}

export interface SavedViewInput {
  readonly uid: string
  readonly name: string
  /** The query of the list: filters, sort, search, page size, locale, status. */
  readonly query: JsonObject
  /** The columns; absent for those of the view. */
  readonly columns?: readonly string[] | null
  /** For whom: oneself, the people with a role (its id), or all. The last two need the right to configure the view. */
  readonly owner: 'me' | 'all' | { readonly role: number }
}

export interface SavedView extends SavedViewInput {
  readonly id: string
  readonly columns: readonly string[] | null
  /** Whether the person may change it. */
  readonly mine: boolean
}
