/** The tables of a type or component in the database. Only super administrators see them. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ModelTable } from '../../../../src/admin-api/insight-api.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Card } from '../../ui/page/page.tsx'

export function ModelTables({ uid }: { readonly uid: string }): ReactNode {
  const { t } = useTexts()
  const tables = useQuery({
    queryKey: ['insight', 'tables', uid],
    queryFn: async ({ signal }) => (await call('GET /insight/tables/:uid', { params: { uid }, signal })).data,
  })
  return (
    <Card title={t('schema.tables')}>
      <Loaded query={tables} lines={3} small>
        {all => (
          <div className="stack gap-3">
            {all.map((table, index) => (
              <OneTable key={table.name} table={table} isOpen={index === 0} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function OneTable({ table, isOpen }: { readonly table: ModelTable; readonly isOpen: boolean }): ReactNode {
  const { t, count } = useTexts()
  const { name, attributes, rows, columns, indexes } = table
  const purpose =
    attributes.length === 0 ? t('schema.valueTable') : t('schema.linkTable', { names: attributes.join(', ') })
  return (
    <details open={isOpen}>
      <summary className="pointer below-2">
        <code className="strong breaks">{name}</code>{' '}
        <span className="small soft">
          {purpose} · {count('schema.rows', rows)}
        </span>
      </summary>
      <div className="stack gap-3">
        <Table
          label={t('schema.columnsOf', { table: name })}
          rows={columns}
          keyOf={column => column.name}
          columns={[
            { header: t('schema.column'), cell: column => <code>{column.name}</code> },
            { header: t('schema.type'), cell: column => <code>{column.type}</code> },
          ]}
        />
        {indexes.length === 0 ? null : (
          <Table
            label={t('schema.indexesOf', { table: name })}
            rows={indexes}
            keyOf={index => index.name}
            columns={[
              { header: t('schema.index'), cell: index => <code className="breaks">{index.name}</code> },
              {
                header: t('schema.columns'),
                cell: index => (
                  <>
                    <code>{index.columns.join(', ')}</code>
                    {index.unique ? <span className="small soft"> · {t('schema.unique')}</span> : null}
                  </>
                ),
              },
            ]}
          />
        )}
      </div>
    </details>
  )
}
