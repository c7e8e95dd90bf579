/** The library as the address describes it: files, folders, and how to go elsewhere. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AnswerOf } from '../../../../../src/admin-api/admin-api.ts'
import { filesQuery } from '../media-queries.ts'
import { isNarrowed, type MediaSearch, mediaQueryOf } from '../media-search.ts'
import { type FileTools, useFileTools } from './use-file-tools.ts'

const route = getRouteApi('/plugins/upload')

export type MediaChange = { readonly [Name in keyof MediaSearch]?: MediaSearch[Name] | undefined }

export interface Library extends FileTools {
  readonly search: MediaSearch
  /** The folder that is open; `null` for the top. */
  readonly folder: number | null
  /** Files are looked for in all folders. */
  readonly everywhere: boolean
  readonly answer: AnswerOf<'GET /media'> | undefined
  readonly waiting: boolean
  readonly change: (change: MediaChange, options?: { readonly replace?: boolean }) => void
}

export function useLibrary(): Library {
  const tools = useFileTools()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const files = useQuery({ ...filesQuery(mediaQueryOf(search)), placeholderData: keepPreviousData })
  return {
    ...tools,
    search,
    folder: search.folder === undefined ? null : Number(search.folder),
    everywhere: isNarrowed(search),
    answer: files.data,
    error: files.error ?? tools.error,
    waiting: files.isFetching,
    change: (change, { replace = false } = {}) =>
      navigate({ search: old => compact({ ...old, page: undefined, ...change }), replace }),
  }
}

function compact(change: MediaChange): MediaSearch {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
