import type { ReactNode } from 'react'
import type { EntryStatus, ListRow } from '../../../../../src/admin-api/content-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { ColourBadge } from '../../../ui/display/colour-badge.tsx'
import styles from './rows.module.css'

const LOOKS = { draft: 'waiting', published: 'good', modified: 'changed' } as const
const WORDS = { draft: 'list.draft', published: 'list.published', modified: 'list.modified' } as const

const MEANINGS = {
  draft: 'list.draftMeans',
  published: 'list.publishedMeans',
  modified: 'list.modifiedMeans',
} as const

export const STATES = ['draft', 'published', 'modified'] as const

export function StatusBadge({ status }: { readonly status: EntryStatus }): ReactNode {
  const { t } = useTexts()
  if (status === null) return null
  return (
    <span title={t(MEANINGS[status])}>
      <Badge look={LOOKS[status]}>{t(WORDS[status])}</Badge>
    </span>
  )
}

/** Of entries that are reviewed. */
export function StageBadge({ row: { stage } }: { readonly row: Pick<ListRow, 'stage'> }): ReactNode {
  return stage === undefined ? null : <ColourBadge colour={stage.colour}>{stage.name}</ColourBadge>
}

export function useStateMeaning(): (status: (typeof STATES)[number]) => string {
  const { t } = useTexts()
  return status => t(MEANINGS[status])
}

/** The languages in which there is the entry, its own first. */
export function Locales({ row: { locale, locales = [] } }: { readonly row: ListRow }): ReactNode {
  const codes = [...(locale === null ? [] : [locale]), ...locales.map(other => other.locale)]
  return (
    <span className={styles.locales}>
      {codes.map(code => (
        <span key={code} className={styles.locale} data-own={code === locale || undefined}>
          {code}
        </span>
      ))}
    </span>
  )
}
