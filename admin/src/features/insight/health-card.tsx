/** How the database and each process are, and what is kept. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { HealthInsight, ProcessInsight } from '../../../../src/admin-api/insight-api.ts'
import { byteText } from '../../api/size-text.ts'
import { type I18n, useTexts } from '../../i18n/i18n.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Card } from '../../ui/page/page.tsx'
import { healthQuery } from './insight-queries.ts'

export function HealthCard(): ReactNode {
  const { t } = useTexts()
  const health = useQuery(healthQuery)
  return (
    <Card title={t('insight.health')}>
      <Loaded query={health} lines={4} small>
        {({ database, processes }) => (
          <div className="stack gap-4">
            <DatabaseHealth database={database} />
            {processes.map(each => (
              <ProcessHealth key={each.pid} given={each} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function DatabaseHealth({ database }: Pick<HealthInsight, 'database'>): ReactNode {
  const { t, number } = useTexts()
  const { kind, milliseconds, refusal, replicas } = database
  return (
    <div className="stack gap-2">
      {refusal === null ? null : <Notice look="warning">{refusal}</Notice>}
      <Facts
        facts={[
          [t('settings.database'), kind === 'postgres' ? 'PostgreSQL' : 'SQLite'],
          [t('insight.answersIn'), t('explorer.milliseconds', { number: number(milliseconds) })],
          ...replicas.map(
            ({ address, state, share }) =>
              [
                address,
                <Badge key={address} look={state === 'in use' ? 'good' : 'bad'}>
                  {state} · {number(Math.round(share * 100))} %
                </Badge>,
              ] as const,
          ),
        ]}
      />
    </div>
  )
}

function ProcessHealth({ given }: { readonly given: ProcessInsight }): ReactNode {
  const texts = useTexts()
  const { t, number } = texts
  return (
    <section className="stack gap-2" aria-label={t('insight.process', { pid: given.pid })}>
      <h3 className="strong">{t('insight.process', { pid: given.pid })}</h3>
      <Facts facts={factsOf(given, texts)} inset />
      <Table
        label={t('insight.caches')}
        rows={given.caches}
        keyOf={({ name }) => name}
        columns={[
          { header: t('insight.cache'), cell: ({ name }) => name },
          { header: t('insight.entries'), align: 'end', cell: ({ entries }) => number(entries) },
          { header: t('insight.bytes'), align: 'end', cell: ({ bytes }) => byteText(bytes, number) },
        ]}
      />
    </section>
  )
}

function factsOf(given: ProcessInsight, { t, number, ago }: I18n): readonly (readonly [string, string])[] {
  const { startedAt, memory, busy, answers, room, connections, expensive } = given
  const asked = answers.hits + answers.misses
  const percent = (part: number) => t('insight.percent', { percent: number(Math.round(part * 100)) })
  return [
    [t('insight.started'), ago(startedAt)],
    [t('insight.memory'), byteText(memory.resident, number)],
    [t('insight.busy'), percent(busy)],
    [t('insight.keptAnswers'), asked === 0 ? '–' : percent(answers.hits / asked)],
    [t('insight.room'), byteText(room, number)],
    ...(connections === null
      ? []
      : [[t('insight.connections'), `${number(connections.inUse)} / ${number(connections.size)}`] as const]),
    [t('insight.expensive'), t('insight.expensiveOf', { running: expensive.running, waiting: expensive.waiting })],
  ]
}
