/** The pagination of Strapi's own services. */
import { ValidationError } from '../errors/strapi-errors.ts'
import type { Strapi } from '../strapi-types.ts'

export type Pagination =
  | { readonly page: number; readonly pageSize: number }
  | { readonly start: number; readonly limit: number }

/** As the query says it. */
export interface PageWish {
  readonly page?: unknown
  readonly pageSize?: unknown
  readonly start?: unknown
  readonly limit?: unknown
  readonly withCount?: unknown
}

export function paginationOf(strapi: Pick<Strapi, 'config'>, given: PageWish = {}): Pagination {
  const usual = Number(strapi.config.get('api.rest.defaultLimit', 25))
  const most = Number(strapi.config.get('api.rest.maxLimit')) || Number.POSITIVE_INFINITY
  const isPaged = 'page' in given || 'pageSize' in given
  const isOffset = 'start' in given || 'limit' in given
  if (isPaged && isOffset)
    throw new ValidationError('Invalid pagination parameters. Expected either start/limit or page/pageSize')
  if (!isOffset) {
    const pageSize = given.pageSize === undefined ? usual : Math.max(1, Number(given.pageSize))
    return { page: Math.max(1, Number(given.page || 1)), pageSize: isPaged ? Math.min(pageSize, most) : usual }
  }
  const limit = given.limit === undefined ? usual : Number(given.limit)
  const start = Math.max(0, Number(given.start || 0))
  if (limit === -1 || limit > most) return { start, limit: Number.isFinite(most) ? most : -1 }
  return { start, limit: Math.max(1, limit) }
}

export function pageOf(pagination: Pagination): { readonly start: number; readonly limit: number } {
  if (!('page' in pagination)) return pagination
  return { start: (pagination.page - 1) * pagination.pageSize, limit: pagination.pageSize }
}

export function wantsCount(strapi: Pick<Strapi, 'config'>, given: PageWish = {}): boolean {
  if (!('withCount' in given)) return Boolean(strapi.config.get('api.rest.withCount', true))
  const { withCount } = given
  if (([true, 'true', 't', '1', 1] as unknown[]).includes(withCount)) return true
  if (([false, 'false', 'f', '0', 0, undefined] as unknown[]).includes(withCount)) return false
  throw new ValidationError('Invalid withCount parameter. Expected "t","1","true","false","0","f"')
}
