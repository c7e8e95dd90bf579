/** The frame of a page of Settings: a place of the list, or something that belongs to it. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Page, PageHeader } from '../../../ui/page/page.tsx'
import type { SettingsPlace } from '../settings-places.ts'

export interface SettingsFrameProps {
  readonly place: SettingsPlace
  /** Of a page below the place; without it, the page is the place itself. */
  readonly title?: string | undefined
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function SettingsFrame({ place, title, subtitle, actions, children }: SettingsFrameProps): ReactNode {
  const { t } = useTexts()
  const isPlace = title === undefined
  return (
    <Page>
      <PageHeader
        title={title ?? t(place.title)}
        subtitle={isPlace ? t(place.text) : subtitle}
        back={isPlace ? <Link to="/settings">{t('shell.settings')}</Link> : <Link to={place.to}>{t(place.title)}</Link>}
        actions={actions}
      />
      {children}
    </Page>
  )
}
