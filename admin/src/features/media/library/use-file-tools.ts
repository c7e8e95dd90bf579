/** What looking at a file and changing it takes, wherever it is shown. */
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { MediaFolder } from '../../../../../src/admin-api/media-api.ts'
import { sessionQuery } from '../../../api/queries.ts'
import { foldersQuery, MEDIA_KEY } from '../media-queries.ts'

export interface FileTools {
  readonly folders: readonly MediaFolder[]
  readonly error: Error | null
  readonly may: { readonly create: boolean; readonly update: boolean }
  /** After something has changed. */
  readonly refresh: () => Promise<void>
}

export function useFileTools(): FileTools {
  const client = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const folders = useQuery(foldersQuery)
  const may = (action: string) => session.rights.superAdmin || session.rights.actions.includes(action)
  return {
    folders: folders.data ?? [],
    error: folders.error,
    may: { create: may('plugin::upload.assets.create'), update: may('plugin::upload.assets.update') },
    refresh: () => client.invalidateQueries({ queryKey: MEDIA_KEY }),
  }
}
