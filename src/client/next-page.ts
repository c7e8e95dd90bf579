/** Walks over a list: by the numbers of its pages, or from place to place. */

const PAGE_SIZE = 100

/** What a query says about pages, or an answer about the page that it is. */
export interface Paging {
  readonly page?: number
  readonly pageSize?: number
  readonly pageCount?: number
  readonly after?: string | null
  readonly before?: string | null
}

export interface WalkedList {
  readonly data: readonly unknown[]
  readonly meta: { readonly pagination: Paging }
}

export function firstPage(given: Paging = {}): Paging | null {
  const isPlace = given.after !== undefined || given.before !== undefined
  return { pageSize: PAGE_SIZE, ...given, ...(!isPlace && { page: 1 }) }
}

/** `null` after the last one. */
export function nextPage(asked: Paging, { meta: { pagination } }: WalkedList): Paging | null {
  const { pageCount = 0, after = null, before = null } = pagination
  if (asked.page !== undefined) return asked.page < pageCount ? { ...asked, page: asked.page + 1 } : null
  if (asked.after !== undefined) return after === null ? null : { ...asked, after }
  return before === null ? null : { ...asked, before }
}
