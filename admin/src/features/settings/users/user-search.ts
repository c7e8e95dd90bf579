/** The address of the list of users is its state: what is searched, and the page. */
import type { QueryOf } from '../../../../../src/admin-api/admin-api.ts'

export interface UserSearch {
  readonly q?: string
  /** The type of a role. */
  readonly role?: string
  readonly blocked?: 'true' | 'false'
  readonly page?: string
  readonly pageSize?: string
}

const PAGE_SIZE = 25

type Loose = Readonly<Record<string, unknown>>

/** What it does not know is left out, and so is what is empty. */
export function parseUserSearch({ q, role, blocked, page, pageSize }: Loose): UserSearch {
  const found = {
    q: filled(q),
    role: filled(role),
    blocked: blocked === 'true' || blocked === 'false' ? blocked : undefined,
    page: wholeNumber(page),
    pageSize: wholeNumber(pageSize),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as UserSearch
}

export function userQueryOf({ blocked, page = '1', pageSize = String(PAGE_SIZE), ...rest }: UserSearch) {
  return {
    ...rest,
    page: Number(page),
    pageSize: Math.min(Number(pageSize), 100),
    ...(blocked === undefined ? {} : { blocked: blocked === 'true' }),
  } satisfies QueryOf<'GET /users'>
}

function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function wholeNumber(value: unknown): string | undefined {
  return /^[1-9]\d{0,5}$/.test(String(value)) ? String(value) : undefined
}
