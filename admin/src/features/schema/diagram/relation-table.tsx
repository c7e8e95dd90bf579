/** The lines of a diagram as a table, for those who do not see it or look for one. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { KIND_TEXTS } from './legend.tsx'
import type { GraphLine, RelationGraph } from './relation-graph.ts'

interface Row {
  readonly from: string
  readonly to: string
  readonly kind: GraphLine['kind']
  readonly ends: string
  readonly isOneWay: boolean
}

export function RelationTable({ graph }: { readonly graph: RelationGraph }): ReactNode {
  const { t } = useTexts()
  const rows = rowsOf(graph, t('schema.anyType'))
  if (rows.length === 0) return null
  return (
    <details>
      <summary className="pointer below-2">{t('schema.relationTable')}</summary>
      <Table<Row>
        label={t('schema.relationTable')}
        rows={rows}
        keyOf={({ from, to }) => `${from} ${to}`}
        columns={[
          { header: t('schema.from'), cell: ({ from }) => from },
          { header: t('schema.to'), cell: ({ to }) => to },
          { header: t('schema.type'), cell: ({ kind }) => t(KIND_TEXTS[kind]) },
          { header: t('schema.howMany'), cell: ({ ends }) => ends },
          {
            header: t('schema.direction'),
            cell: ({ isOneWay }) => t(isOneWay ? 'schema.oneWay' : 'schema.bothWays'),
          },
        ]}
      />
    </details>
  )
}

/** - `Article.author`, `Author.articles`, `n:1` */
function rowsOf({ boxes, lines, open }: RelationGraph, anyType: string): readonly Row[] {
  const names = new Map(boxes.map(({ uid, name }) => [uid, name]))
  const field = (uid: string, name: string | null) => (name === null ? names.get(uid)! : `${names.get(uid)}.${name}`)
  return [
    ...lines.map(({ from, to, kind, ends, ...line }) => ({
      from: field(from, line.field),
      to: field(to, line.inverse),
      kind,
      ends: ends.join(':'),
      isOneWay: line.inverse === null,
    })),
    ...open.map(({ from, ...line }) => ({
      from: field(from, line.field),
      to: anyType,
      kind: 'relation' as const,
      ends: '',
      isOneWay: true,
    })),
  ]
}
