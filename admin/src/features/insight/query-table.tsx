/** The shapes of queries in use, and the slowest answers. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type {
  CallerUse,
  QueriesInsight,
  QueryInsight,
  ShapeInsight,
  SlowInsight,
} from '../../../../src/admin-api/insight-api.ts'
import { byteText } from '../../api/size-text.ts'
import { type I18n, useTexts } from '../../i18n/i18n.tsx'
import { CopyBox } from '../../ui/display/copy-box.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Share } from './charts.tsx'
import styles from './insight.module.css'

export function QueryTable({ data: { queries, rest } }: { readonly data: QueriesInsight }): ReactNode {
  const texts = useTexts()
  const { t, count, number } = texts
  const total = queries.reduce((sum, query) => sum + query.total, 0) || 1
  return (
    <>
      <Table<QueryInsight>
        label={t('insight.queries')}
        rows={queries}
        keyOf={({ path, query }) => `${path}?${query}`}
        columns={[
          { header: t('insight.query'), cell: query => <QueryCell query={query} /> },
          { header: t('insight.hits'), align: 'end', cell: ({ hits }) => number(hits) },
          {
            header: t('insight.times'),
            align: 'end',
            cell: ({ p50, p99 }) => t('insight.timesOf', { p50: number(p50), p99: number(p99) }),
          },
          {
            header: t('insight.share'),
            wideOnly: true,
            cell: query => (
              <>
                <span className="small">{percentText(query.total / total, texts)}</span>
                <Share part={query.total / total} />
              </>
            ),
          },
          { header: t('insight.kept'), align: 'end', cell: ({ kept }) => percentText(kept, texts) },
          { header: t('insight.size'), align: 'end', wideOnly: true, cell: ({ bytes }) => byteText(bytes, number) },
          { header: t('insight.cost'), align: 'end', wideOnly: true, cell: ({ cost }) => number(cost) },
          {
            header: t('insight.who'),
            wideOnly: true,
            cell: ({ callers }) =>
              callers.map(caller => `${callerText(caller, t)} (${number(caller.hits)})`).join(', '),
          },
        ]}
      />
      {rest === null ? null : <p className="small soft above-2">{count('insight.rest', rest.hits)}</p>}
    </>
  )
}

/** The request, and the index that would help it. */
function QueryCell({ query }: { readonly query: QueryInsight }): ReactNode {
  const { t, number } = useTexts()
  return (
    <div className={styles.query}>
      <Shape shape={query} />
      {query.advice.map(({ field, use, rows, statement }) => (
        <details key={`${use} ${field}`}>
          <summary className="small pointer">
            {t(use === 'sort' ? 'insight.sortAdvice' : 'insight.filterAdvice', { field, rows: number(rows) })}
          </summary>
          <CopyBox label={t('insight.statement')} text={statement} />
          <p className="small soft above-1">{t('insight.adviceText', { setting: '"index": true' })}</p>
        </details>
      ))}
    </div>
  )
}

/** Lists can be opened: their values are to be filled in. */
function Shape({ shape: { path, query } }: { readonly shape: ShapeInsight }): ReactNode {
  const text = query === '' ? path : `${path}?${query}`
  const isOpen = !path.includes(':') && !path.includes('…')
  return (
    <code className="breaks small">
      {isOpen ? (
        <Link to="/explorer" search={{ url: text }}>
          {text}
        </Link>
      ) : (
        text
      )}
    </code>
  )
}

export function SlowestTable({ slowest }: { readonly slowest: readonly SlowInsight[] }): ReactNode {
  const { t, number, ago, date } = useTexts()
  return (
    <Table<SlowInsight>
      label={t('insight.slowest')}
      rows={slowest}
      keyOf={({ at, path, milliseconds }) => `${at} ${path} ${milliseconds}`}
      columns={[
        { header: t('insight.query'), cell: slow => <Shape shape={slow} /> },
        {
          header: t('insight.time'),
          align: 'end',
          cell: ({ milliseconds }) => t('explorer.milliseconds', { number: number(milliseconds) }),
        },
        { header: t('insight.when'), cell: ({ at }) => <span title={date(at)}>{ago(at)}</span> },
        { header: t('insight.who'), wideOnly: true, cell: ({ caller }) => callerText(caller, t) },
        { header: t('insight.size'), align: 'end', wideOnly: true, cell: ({ bytes }) => byteText(bytes, number) },
      ]}
    />
  )
}

function callerText({ kind, name }: Omit<CallerUse, 'hits'>, t: I18n['t']): string {
  if (kind === 'others') return t('insight.others')
  if (name === null) return t('insight.gone')
  return kind === 'token' ? t('form.tokenNamed', { name }) : name
}

function percentText(part: number, { t, number }: Pick<I18n, 't' | 'number'>): string {
  return t('insight.percent', { percent: number(Math.round(part * 100)) })
}
