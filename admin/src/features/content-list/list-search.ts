/** The address of a list is its state: what is searched, filtered, sorted and shown. */
import type { JsonObject } from '../../../../src/admin-api/route-types.ts'

/** What an address can carry. Everything is text, as addresses are. */
export interface ListSearch {
  readonly page?: string
  readonly pageSize?: string
  /** `title:ASC`, as Strapi writes it. */
  readonly sort?: string
  readonly _q?: string
  readonly filters?: JsonObject
  readonly locale?: string
  readonly status?: 'draft' | 'published' | 'modified'
  /** The id of a stage of the type's review. */
  readonly stage?: string
  readonly columns?: readonly string[]
  /** The id of the saved view that this list began with. */
  readonly view?: string
}

type Loose = Readonly<Record<string, unknown>>

/** Reads an address, also one of Strapi (`plugins[i18n][locale]=de`). What it does not know is left out. */
export function parseListSearch(search: Loose): ListSearch {
  const { plugins, filters, columns, sort } = search
  const i18n = isObject(plugins) && isObject(plugins.i18n) ? plugins.i18n : {}
  const texts = { ...i18n, ...search } as Loose
  const status = text(search.status)
  return compact({
    page: wholeNumber(search.page),
    pageSize: wholeNumber(search.pageSize),
    sort: text(Array.isArray(sort) ? sort[0] : sort),
    _q: text(search._q),
    filters: isObject(filters) && Object.keys(filters).length > 0 ? (filters as JsonObject) : undefined,
    locale: text(texts.locale),
    status: status === 'draft' || status === 'published' || status === 'modified' ? status : undefined,
    stage: text(search.stage),
    columns: Array.isArray(columns) ? columns.filter(name => typeof name === 'string') : undefined,
    view: text(search.view),
  })
}

type Compact<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> }

/** Without the names that have no value. */
export function compact<T extends object>(value: T): Compact<T> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Compact<T>
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function wholeNumber(value: unknown): string | undefined {
  return /^[1-9]\d{0,8}$/.test(String(value)) ? String(value) : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
