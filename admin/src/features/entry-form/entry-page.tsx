import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'

export function CreatePage(): ReactNode {
  return <Placeholder />
}

export function EditPage(): ReactNode {
  return <Placeholder />
}

export function SinglePage(): ReactNode {
  return <Placeholder />
}

function Placeholder(): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <PageHeader title={t('shell.contentManager')} />
      <EmptyState title={t('shell.comingSoon')} />
    </Page>
  )
}
