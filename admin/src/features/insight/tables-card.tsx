/** The tables of the content, the largest first, and the indexes that the database should have. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TableInsight } from '../../../../src/admin-api/insight-api.ts'
import { byteText } from '../../api/size-text.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { CopyBox } from '../../ui/display/copy-box.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Card } from '../../ui/page/page.tsx'
import { Share } from './charts.tsx'
import { tablesQuery } from './insight-queries.ts'

const SHOWN = 20

export function TablesCard(): ReactNode {
  const { t, count } = useTexts()
  const tables = useQuery(tablesQuery)
  return (
    <Card title={t('insight.tables')}>
      <Loaded query={tables} lines={4} small>
        {({ tables: all, advice }) => (
          <div className="stack gap-3">
            {advice.length === 0 ? null : <CopyBox label={t('insight.tableAdvice')} text={advice.join('\n')} />}
            <SizeTable tables={all.slice(0, SHOWN)} />
            {all.length <= SHOWN ? null : (
              <details>
                <summary className="pointer">{count('insight.moreTables', all.length - SHOWN)}</summary>
                <SizeTable tables={all.slice(SHOWN)} />
              </details>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function SizeTable({ tables }: { readonly tables: readonly TableInsight[] }): ReactNode {
  const { t, number } = useTexts()
  const most = Math.max(1, ...tables.map(({ bytes }) => bytes ?? 0))
  return (
    <Table<TableInsight>
      label={t('insight.tables')}
      rows={tables}
      keyOf={({ name }) => name}
      columns={[
        {
          header: t('insight.table'),
          cell: ({ name, model, indexes }) => (
            <div className="stack gap-0">
              <code className="breaks" title={indexes.join('\n')}>
                {name}
              </code>
              {model === null ? null : <span className="small soft breaks">{model}</span>}
            </div>
          ),
        },
        { header: t('insight.rows'), align: 'end', cell: ({ rows }) => number(rows) },
        {
          header: t('insight.bytes'),
          align: 'end',
          cell: ({ bytes }) => (bytes === null ? '–' : byteText(bytes, number)),
        },
        { header: t('insight.share'), wideOnly: true, cell: ({ bytes }) => <Share part={(bytes ?? 0) / most} /> },
      ]}
    />
  )
}
