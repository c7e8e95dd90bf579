/** What this server is, the languages of its content, and how access is given. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { initQuery, localesQuery, sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { ErrorState, Skeleton } from '../../ui/display/states.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Row, Stack } from '../../ui/page/layout.tsx'
import { Card, Page, PageHeader } from '../../ui/page/page.tsx'
import styles from './settings.module.css'

export function SettingsPage(): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <PageHeader title={t('shell.settings')} />
      <Stack gap={4}>
        <Server />
        <Locales />
        <Access />
        <NamedQueries />
        <p>
          <Link to="/me">{t('settings.toProfile')}</Link>
        </p>
      </Stack>
    </Page>
  )
}

function Server(): ReactNode {
  const { t } = useTexts()
  const { data, error, refetch } = useQuery(initQuery)
  const facts =
    data === undefined
      ? []
      : [
          [t('settings.project'), data.projectName],
          [t('settings.version'), data.version],
          [t('settings.database'), data.database === 'postgres' ? 'PostgreSQL' : 'SQLite'],
          [t('settings.environment'), data.environment],
        ]
  return (
    <Card title={t('settings.server')}>
      {error === null ? null : (
        <ErrorState
          small
          title={t('common.loadFailed')}
          error={error}
          retryLabel={t('common.retry')}
          onRetry={refetch}
        />
      )}
      {data === undefined && error === null ? <Skeleton label={t('common.loading')} lines={2} /> : null}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Locales(): ReactNode {
  const { t } = useTexts()
  const { data } = useQuery(localesQuery)
  if (data === undefined || data.length === 0) return null
  return (
    <Card title={t('settings.locales')}>
      <Table
        label={t('settings.locales')}
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          {
            header: t('settings.localeName'),
            cell: ({ name, isDefault }) => (
              <Row>
                {name}
                {isDefault ? <Badge look="good">{t('settings.defaultLocale')}</Badge> : null}
              </Row>
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
      <p className={styles.soft}>{t('settings.queriesText')}</p>
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
      <p className={styles.soft}>{t('settings.accessText')}</p>
      <ul className={styles.commands}>
        {COMMANDS.map(command => (
          <li key={command}>
            <code>{command}</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}
