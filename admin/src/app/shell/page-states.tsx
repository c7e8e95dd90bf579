/** What the router shows when a page is missing, has failed, or takes long. */
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/display/states.tsx'
import { Page, PageHeader } from '../../ui/page/page.tsx'

export function NotFound(): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <PageHeader title={t('shell.notFound')} />
      <EmptyState title={t('shell.notFoundText')} icon="help" action={<Link to="/">{t('shell.toHome')}</Link>} />
    </Page>
  )
}

export function PageFailed({ error }: ErrorComponentProps): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <ErrorState
        isPage
        title={t('shell.crashed')}
        error={error}
        retryLabel={t('shell.reload')}
        onRetry={() => location.reload()}
      />
    </Page>
  )
}

export function PageLoading(): ReactNode {
  return (
    <Page>
      <Skeleton lines={6} />
    </Page>
  )
}
