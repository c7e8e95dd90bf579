/** What this server is, the languages of its content, and how access is given. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { initQuery, localesQuery, sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { LoadedTable } from '../../ui/display/table.tsx'
import { Card, Page, PageHeader } from '../../ui/page/page.tsx'

export function SettingsPage(): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <PageHeader title={t('shell.settings')} />
      <div className="stack gap-4">
        <Server />
        <Locales />
        <Access />
        <NamedQueries />
        <p>
          <Link to="/me">{t('settings.toProfile')}</Link>
        </p>
      </div>
    </Page>
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

function Locales(): ReactNode {
  const { t } = useTexts()
  const locales = useQuery(localesQuery)
  if (locales.data?.length === 0) return null
  return (
    <Card title={t('settings.locales')}>
      <LoadedTable
        label={t('settings.locales')}
        query={locales}
        keyOf={({ id }) => id}
        columns={[
          {
            header: t('settings.localeName'),
            cell: ({ name, isDefault }) => (
              <div className="row wrap gap-2">
                {name}
                {isDefault ? <Badge look="good">{t('settings.defaultLocale')}</Badge> : null}
              </div>
            ),
          },
          { header: t('settings.localeCode'), cell: ({ code }) => <code>{code}</code> },
        ]}
      />
    </Card>
  )
}

function NamedQueries(): ReactNode {
  const { t } = useTexts()
  const { superAdmin } = useSuspenseQuery(sessionQuery).data.rights
  if (!superAdmin) return null
  return (
    <Card title={t('settings.queries')}>
      <p className="soft">{t('settings.queriesText')}</p>
      <p>
        <Link to="/settings/queries">{t('settings.toQueries')}</Link>
      </p>
    </Card>
  )
}

/** Until there are pages for it: the commands. */
const COMMANDS = [
  'populus grant public article',
  'populus tokens create website',
  'populus admins create --email ana@example.org',
  'populus permissions',
]

function Access(): ReactNode {
  const { t } = useTexts()
  return (
    <Card title={t('settings.access')}>
      <p className="soft">{t('settings.accessText')}</p>
      <ul className="grid gap-2 above-3">
        {COMMANDS.map(command => (
          <li key={command} className="round sunken breaks pad-2-3">
            <code>{command}</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}
