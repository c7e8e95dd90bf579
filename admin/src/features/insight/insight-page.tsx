/** Which queries clients ask and what they take, the tables, and how the server is. Nothing of it leaves the server. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { QueriesInsight } from '../../../../src/admin-api/insight-api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../ui/display/states.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Card, Page, PageHeader } from '../../ui/page/page.tsx'
import { Bars } from './charts.tsx'
import { HealthCard } from './health-card.tsx'
import styles from './insight.module.css'
import { queriesQuery } from './insight-queries.ts'
import { QueryTable, SlowestTable } from './query-table.tsx'
import { TablesCard } from './tables-card.tsx'

export function InsightPage(): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const queries = useQuery(queriesQuery)
  const refresh = () => void client.invalidateQueries({ queryKey: ['insight'] })
  return (
    <Page wide>
      <PageHeader
        title={t('shell.insight')}
        subtitle={t('insight.text')}
        actions={
          <Button icon="refresh" onClick={refresh}>
            {t('insight.refresh')}
          </Button>
        }
      />
      <div className="stack gap-4">
        <Loaded query={queries} lines={8}>
          {data => (
            <>
              <LastHour data={data} />
              <Card title={t('insight.queries')}>
                {data.queries.length === 0 ? (
                  <EmptyState icon="search" title={t('insight.noQueries')} />
                ) : (
                  <QueryTable data={data} />
                )}
              </Card>
              {data.slowest.length === 0 ? null : (
                <Card title={t('insight.slowest')}>
                  <SlowestTable slowest={data.slowest} />
                </Card>
              )}
            </>
          )}
        </Loaded>
        <TablesCard />
        <HealthCard />
      </div>
    </Page>
  )
}

function LastHour({ data: { minutes, since, processes } }: { readonly data: QueriesInsight }): ReactNode {
  const { t, count, number, date } = useTexts()
  const sum = (of: (minute: QueriesInsight['minutes'][number]) => number) =>
    minutes.reduce((total, minute) => total + of(minute), 0)
  const answers = sum(minute => minute.answers)
  const kept = sum(minute => minute.kept)
  const percent = number(answers === 0 ? 0 : Math.round((kept / answers) * 100))
  return (
    <Card title={t('insight.lastHour')}>
      <Bars
        label={count('insight.answers', answers, { percent })}
        bars={minutes.map(minute => ({ key: minute.at, value: minute.answers, part: minute.kept }))}
      />
      <p className="small above-2 row wrap gap-3">
        <span>
          <span className={styles.key} />
          {count('insight.answers', answers, { percent })}
        </span>
        <span>
          <span className={styles.key} data-kept />
          {t('insight.keptShare', { percent })}
        </span>
        <span className="soft">
          {t('insight.since', { date: date(since) })} · {count('insight.processes', processes)}
        </span>
      </p>
    </Card>
  )
}
