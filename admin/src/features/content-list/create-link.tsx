import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './list-page.module.css'
import type { List } from './use-list.ts'

export function CreateLink({ list: { type, search } }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  if (type.rights.create === false) return null
  return (
    <Link
      className={styles.create}
      to="/content-manager/collection-types/$uid/create"
      params={{ uid: type.uid }}
      search={(search.locale === undefined ? {} : { locale: search.locale }) as never}
    >
      <Icon name="add" size={18} />
      {t('list.create')}
    </Link>
  )
}
