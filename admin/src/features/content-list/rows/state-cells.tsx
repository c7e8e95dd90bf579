import type { ReactNode } from 'react'
import type { EntryStatus, ListRow } from '../../../../../src/admin-api/content-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import styles from './rows.module.css'

const LOOKS = { draft: 'waiting', published: 'good', modified: 'changed' } as const
const WORDS = { draft: 'list.draft', published: 'list.published', modified: 'list.modified' } as const

export function StatusBadge({ status }: { readonly status: EntryStatus }): ReactNode {
  const { t } = useTexts()
  return status === null ? null : <Badge look={LOOKS[status]}>{t(WORDS[status])}</Badge>
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
