/** An entry in a table: its name with a link, and below it what it is. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { schemaQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { contentPlace, localeSearch } from '../../ui/page/content-place.ts'

const FILES = 'plugin::upload.file'

export interface EntryCellProps {
  readonly uid: string
  readonly id: number
  /** Its number stands for it if it has none. */
  readonly title: string | null
  readonly locale: string | null
  /** There is nothing to open. */
  readonly isGone?: boolean
}

export function EntryCell({ uid, id, title, locale, isGone = false }: EntryCellProps): ReactNode {
  const { t } = useTexts()
  const name = title ?? `#${id}`
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const type = schema.types.find(other => other.uid === uid && other.visible)
  const isFile = uid === FILES
  return (
    <div className="stack gap-1 breaks">
      {isFile && !isGone ? (
        <Link to="/plugins/upload" search={{ file: String(id) }}>
          {name}
        </Link>
      ) : type === undefined || isGone ? (
        <span>{name}</span>
      ) : (
        <Link {...contentPlace(type, id, type.kind === 'singleType' ? localeSearch(locale) : {})}>{name}</Link>
      )}
      <span className="small soft">
        {[isFile ? t('shell.mediaLibrary') : (type?.displayName ?? uid), locale]
          .filter(text => text !== null)
          .join(' · ')}
      </span>
    </div>
  )
}
