/**
 * What a project imports as `populus/panel`, for its own parts of the admin panel:
 *
 *     export default definePanel({ fields: { colour: ({ element, value, onChange }) => { … } } })
 */
import type { Json } from '../route-types.ts'
import type { AttributeInfo } from '../schema-api.ts'

declare global {
  // Has its members where TypeScript's library for browsers is in use.
  interface HTMLElement {}
}

/** What `populus/panel.js` exports. */
export interface Panel {
  /** Inputs, by the name of a custom field (`plugin::color-picker.color`) or by `options.panel` of an attribute. */
  readonly fields?: Readonly<Record<string, Part<FieldGiven>>>
  /** Cells of lists, by the same names. */
  readonly columns?: Readonly<Record<string, Part<ColumnGiven>>>
  /** Pages below `/admin/own`, with an entry in the menu. */
  readonly pages?: readonly PanelPlace[]
  /** Cards on Home. */
  readonly widgets?: readonly PanelPlace[]
}

/** A function that draws into `element`. Throws, or rejects, with a message for the administrator. */
export type Part<Given> = (given: Given) => Drawn<Given> | Promise<Drawn<Given>>

// biome-ignore lint/suspicious/noConfusingVoidType: a part that returns nothing has no type of its own
export type Drawn<Given> = PartHandle<Given> | undefined | void

export interface PartHandle<Given> {
  /** Something has changed. Without it, the part is drawn again from the beginning, and a field loses the cursor. */
  update?(given: Given): void
  /** The part is no longer shown. What is in `element` is removed without it. */
  destroy?(): void
}

/** What every part gets. */
export interface Given {
  /** Empty, and in the page. */
  readonly element: HTMLElement
  readonly api: PanelApi
  /** Of the panel: `en`, `de`, `es`, `fr`, `pt` or `zh`. */
  readonly language: string
}

export interface FieldGiven extends Given {
  /** `null` if there is none. */
  readonly value: Json
  /** Stores another value in the form. It is saved, undone and checked like any other. */
  readonly onChange: (value: Json) => void
  readonly disabled: boolean
  /** Whether the form has found a problem with the value; it is shown below the field. */
  readonly invalid: boolean
  /** The name of the field, for `aria-label`. */
  readonly label: string
  /** The id of the hint and the problem below the field, for `aria-describedby`. */
  readonly describedBy: string
  readonly placeholder: string
  readonly attribute: AttributeInfo
  /** Of the entry; `null` if its type has no translations. */
  readonly locale: string | null
}

export interface ColumnGiven extends Given {
  /** `null` if there is none. */
  readonly value: Json
  readonly attribute: AttributeInfo
  readonly entry: { readonly id: number; readonly title: string }
}

/** A page or a card. */
export interface PanelPlace {
  /** In the address of a page: small letters, digits and `-`. */
  readonly name: string
  /** One text, or one for each language: `{ en: 'Colours', de: 'Farben' }`. */
  readonly title: string | Readonly<Record<string, string>>
  /** Who sees it; everybody if absent. What they may do is for the server to decide. */
  readonly isShown?: (person: PanelPerson) => boolean
  readonly render: Part<Given>
}

export interface PanelPerson {
  readonly id: number
  readonly superAdmin: boolean
  /** The codes of the roles: `strapi-editor`. */
  readonly roles: readonly string[]
}

/**
 * Asks the management API as the person who is signed in: `await api('/content/api::article.article?_q=tea')`. Returns
 * the answer; rejects with an error that has its message.
 */
// biome-ignore lint/suspicious/noExplicitAny: the answer depends on the path
export type PanelApi = (path: string, options?: PanelRequest) => Promise<any>

export interface PanelRequest {
  /** `GET` if absent. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
}

/** Checks the types of a panel. Returns it as it is. */
export function definePanel(panel: Panel): Panel {
  return panel
}
