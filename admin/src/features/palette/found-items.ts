/** Entries and files whose title contains a text. */
import { queryOptions } from '@tanstack/react-query'
import type { FoundEntry } from '../../../../src/admin-api/content-api.ts'
import type { MediaFile } from '../../../../src/admin-api/media-api.ts'
import type { SchemaInfo } from '../../../../src/admin-api/schema-api.ts'
import { call } from '../../api/call.ts'
import type { I18n } from '../../i18n/i18n.tsx'
import { type PaletteItem, typeAddress } from './fixed-items.ts'

const SHOWN = 8

export interface Found {
  readonly entries: readonly FoundEntry[]
  readonly files: readonly MediaFile[]
}

export const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['find', text],
    queryFn: async ({ signal }): Promise<Found> => {
      const [entries, files] = await Promise.all([
        call('GET /find', { query: { _q: text, pageSize: SHOWN }, signal }),
        // Somebody without rights to the library still finds entries.
        call('GET /media', { query: { _q: text, pageSize: SHOWN }, signal }).catch(() => ({ data: [] })),
      ])
      return { entries: entries.data, files: files.data }
    },
    staleTime: 30_000,
  })

export function foundItems({ entries, files }: Found, { types }: SchemaInfo, t: I18n['t']): readonly PaletteItem[] {
  const entryItems = entries.flatMap(({ uid, id, title }) => {
    const type = types.find(other => other.uid === uid)
    if (type === undefined) return []
    const address = typeAddress(uid, type.kind)
    return [
      {
        label: title,
        kind: type.displayName,
        icon: 'edit' as const,
        address: type.kind === 'singleType' ? address : `${address}/${id}`,
      },
    ]
  })
  const fileItems = files.map(({ id, name }) => ({
    label: name,
    kind: t('shell.paletteFile'),
    icon: 'image' as const,
    address: `/plugins/upload?file=${id}`,
  }))
  return [...entryItems, ...fileItems]
}
