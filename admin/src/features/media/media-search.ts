/** The address of the media library is its state: the folder, what is searched, and the file that is open. */
import type { MediaQuery } from '../../../../src/admin-api/media-api.ts'

export interface MediaSearch {
  readonly folder?: string
  readonly _q?: string
  /** `createdAt:DESC`, as Strapi writes it. */
  readonly sort?: string
  readonly page?: string
  readonly pageSize?: string
  readonly type?: 'images' | 'videos' | 'audios' | 'files'
  readonly unused?: 'true'
  readonly view?: 'table'
  /** The file whose details are open. */
  readonly file?: string
}

export const TYPES = ['images', 'videos', 'audios', 'files'] as const
export const USUAL_SORT = 'createdAt:DESC'
const PAGE_SIZE = 24

type Loose = Readonly<Record<string, unknown>>

/** What it does not know is left out. */
export function parseMediaSearch({ folder, _q, sort, page, pageSize, type, unused, view, file }: Loose): MediaSearch {
  const found = {
    folder: wholeNumber(folder),
    _q: typeof _q === 'string' && _q !== '' ? _q : undefined,
    sort: typeof sort === 'string' && /^\w+:(ASC|DESC)$/i.test(sort) ? sort : undefined,
    page: wholeNumber(page),
    pageSize: wholeNumber(pageSize),
    type: TYPES.find(name => name === type),
    unused: unused === 'true' ? 'true' : undefined,
    view: view === 'table' ? 'table' : undefined,
    file: wholeNumber(file),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as MediaSearch
}

/** Whether only some of the files are asked for. They are then looked for in all folders. */
export function isNarrowed({ _q, type, unused }: MediaSearch): boolean {
  return _q !== undefined || type !== undefined || unused !== undefined
}

export function mediaQueryOf(search: MediaSearch): MediaQuery {
  const { folder, _q, type, unused, page = '1', pageSize = String(PAGE_SIZE), sort = USUAL_SORT } = search
  const inFolder = isNarrowed(search) ? undefined : folder === undefined ? 'root' : Number(folder)
  return {
    page: Number(page),
    pageSize: Number(pageSize),
    sort: sort.replace(/:(ASC|DESC)$/i, order => order.toLowerCase()),
    ...(inFolder === undefined ? {} : { folder: inFolder }),
    ...(_q === undefined ? {} : { _q }),
    ...(type === undefined ? {} : { type }),
    ...(unused === undefined ? {} : { unused: true }),
  }
}

function wholeNumber(value: unknown): string | undefined {
  return /^[1-9]\d{0,8}$/.test(String(value)) ? String(value) : undefined
}
