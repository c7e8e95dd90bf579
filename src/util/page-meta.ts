/** The pagination of a list. */
export interface PageMeta {
  readonly page: number
  readonly pageSize: number
  readonly pageCount: number
  readonly total: number
}

export function pageMeta({ page, pageSize }: Pick<PageMeta, 'page' | 'pageSize'>, total: number): PageMeta {
  return { page, pageSize, pageCount: Math.ceil(total / pageSize), total }
}
