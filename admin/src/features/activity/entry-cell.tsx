/** An entry in a table: its name with a link, and below it what it is. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { schemaQuery } from '../../api/queries.ts'
import { contentPlace, localeSearch } from '../../ui/page/content-place.ts'

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
  const name = title ?? `#${id}`
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const type = schema.types.find(other => other.uid === uid && other.visible)
  return (
    <div className="stack gap-1 breaks">
      {type === undefined || isGone ? (
        <span>{name}</span>
      ) : (
        <Link {...contentPlace(type, id, type.kind === 'singleType' ? localeSearch(locale) : {})}>{name}</Link>
      )}
      <span className="small soft">{[type?.displayName ?? uid, locale].filter(text => text !== null).join(' · ')}</span>
    </div>
  )
}
