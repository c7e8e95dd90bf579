import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'

export function MediaPage(): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <PageHeader title={t('shell.mediaLibrary')} />
      <EmptyState title={t('shell.comingSoon')} />
    </Page>
  )
}
