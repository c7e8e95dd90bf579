/** What this server is, and the pages on which it is looked after. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { initQuery, sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { Card, Page, PageHeader } from '../../ui/page/page.tsx'
import styles from './settings-page.module.css'
import { openPlaces } from './settings-places.ts'

export function SettingsPage(): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <PageHeader title={t('shell.settings')} />
      <div className="stack gap-4">
        <Places />
        <Server />
        <p>
          <Link to="/me">{t('settings.toProfile')}</Link>
        </p>
      </div>
    </Page>
  )
}

function Places(): ReactNode {
  const { t } = useTexts()
  const session = useSuspenseQuery(sessionQuery).data
  return (
    <ul className={styles.places}>
      {openPlaces(session).map(({ to, title, text, icon }) => (
        <li key={to}>
          <Link to={to} className={styles.place}>
            <Icon name={icon} size={22} />
            <span className="stack gap-1">
              <span className="leaf heavy">{t(title)}</span>
              <span className="small soft">{t(text)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Server(): ReactNode {
  const { t } = useTexts()
  const init = useQuery(initQuery)
  return (
    <Card title={t('settings.server')}>
      <Loaded query={init} lines={2} small>
        {({ projectName, version, database, environment }) => (
          <Facts
            facts={[
              [t('settings.project'), projectName],
              [t('settings.version'), version],
              [t('settings.database'), database === 'postgres' ? 'PostgreSQL' : 'SQLite'],
              [t('settings.environment'), environment],
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}
