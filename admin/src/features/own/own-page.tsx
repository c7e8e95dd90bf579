import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState, Skeleton } from '../../ui/display/states.tsx'
import { Page, PageHeader } from '../../ui/page/page.tsx'
import { useOwnPanel, useOwnPlaces } from './own-panel.ts'
import { PartPlace } from './part-place.tsx'

const NOTHING = {}

/** A page of the project. */
export function OwnPage(): ReactNode {
  const { t } = useTexts()
  const { name } = useParams({ strict: false })
  const { isLoading } = useOwnPanel()
  const page = useOwnPlaces('pages').find(place => place.name === name)
  if (page === undefined)
    return (
      <Page>{isLoading ? <Skeleton lines={6} /> : <EmptyState isPage title={t('shell.notFound')} icon="help" />}</Page>
    )
  return (
    <Page>
      <PageHeader title={page.title} />
      <PartPlace key={name} part={page.render} given={NOTHING} />
    </Page>
  )
}
