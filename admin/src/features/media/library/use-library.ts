/** The library as the address describes it: files, folders, and how to go elsewhere. */
import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AnswerOf } from '../../../../../src/admin-api/admin-api.ts'
import type { MediaFolder } from '../../../../../src/admin-api/media-api.ts'
import { sessionQuery } from '../../../api/queries.ts'
import { filesQuery, foldersQuery, MEDIA_KEY } from '../media-queries.ts'
import { isNarrowed, type MediaSearch, mediaQueryOf } from '../media-search.ts'

const route = getRouteApi('/plugins/upload')

export type MediaChange = { readonly [Name in keyof MediaSearch]?: MediaSearch[Name] | undefined }

export interface Library {
  readonly search: MediaSearch
  /** The folder that is open; `null` for the top. */
  readonly folder: number | null
  /** Files are looked for in all folders. */
  readonly everywhere: boolean
  readonly answer: AnswerOf<'GET /media'> | undefined
  readonly folders: readonly MediaFolder[]
  readonly error: Error | null
  readonly waiting: boolean
  readonly may: { readonly create: boolean; readonly update: boolean }
  readonly change: (change: MediaChange, options?: { readonly replace?: boolean }) => void
  /** After something has changed. */
  readonly refresh: () => Promise<void>
}

export function useLibrary(): Library {
  const client = useQueryClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const files = useQuery({ ...filesQuery(mediaQueryOf(search)), placeholderData: keepPreviousData })
  const folders = useQuery(foldersQuery)
  const may = (action: string) => session.rights.superAdmin || session.rights.actions.includes(action)
  return {
    search,
    folder: search.folder === undefined ? null : Number(search.folder),
    everywhere: isNarrowed(search),
    answer: files.data,
    folders: folders.data ?? [],
    error: files.error ?? folders.error,
    waiting: files.isFetching,
    may: { create: may('plugin::upload.assets.create'), update: may('plugin::upload.assets.update') },
    change: (change, { replace = false } = {}) =>
      navigate({ search: old => compact({ ...old, page: undefined, ...change }), replace }),
    refresh: () => client.invalidateQueries({ queryKey: MEDIA_KEY }),
  }
}

function compact(change: MediaChange): MediaSearch {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
