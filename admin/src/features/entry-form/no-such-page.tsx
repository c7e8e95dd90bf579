import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { Page } from '../../ui/page/page.tsx'

/** For an address with an id that none can be, or with a type that does not exist. */
export function NoSuchPage(): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <EmptyState isPage title={t('shell.notFound')} icon="help">
        {t('shell.notFoundText')}
      </EmptyState>
    </Page>
  )
}
