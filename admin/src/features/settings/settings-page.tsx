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
import { openPlaces, SETTINGS_GROUPS } from './settings-places.ts'

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
  const places = openPlaces(useSuspenseQuery(sessionQuery).data)
  const groups = Object.entries(SETTINGS_GROUPS)
    .map(([name, title]) => ({ title, shown: places.filter(({ group }) => group === name) }))
    .filter(({ shown }) => shown.length > 0)
  return groups.map(({ title, shown }) => (
    <section key={title} className="stack gap-2">
      <h2 className="heavy">{t(title)}</h2>
      <ul className={styles.places}>
        {shown.map(place => (
          <li key={place.to}>
            <Link to={place.to} className={styles.place}>
              <Icon name={place.icon} size={22} />
              <span className="stack gap-1">
                <span className="leaf heavy">{t(place.title)}</span>
                <span className="small soft">{t(place.text)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
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
