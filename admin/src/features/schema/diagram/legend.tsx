/** What the lines of a diagram mean: those that it has. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { arrowAt } from './curves.ts'
import styles from './diagram.module.css'
import type { GraphLine, RelationGraph } from './relation-graph.ts'

export const KIND_TEXTS = { relation: 'schema.relation', component: 'schema.component', zone: 'schema.zone' } as const

export function Legend({ graph: { lines } }: { readonly graph: RelationGraph }): ReactNode {
  const { t } = useTexts()
  if (lines.length === 0) return null
  const kinds = (['relation', 'component', 'zone'] as const).filter(kind => lines.some(line => line.kind === kind))
  return (
    <ul className="row wrap gap-4 small soft">
      {kinds.map(kind => (
        <li key={kind} className="row gap-2">
          <Sample kind={kind} />
          {t(KIND_TEXTS[kind])}
        </li>
      ))}
      {lines.some(({ inverse }) => inverse !== null) ? (
        <li className="row gap-2">
          <Sample kind="relation" hasTwoEnds />
          {t('schema.bothWays')}
        </li>
      ) : null}
    </ul>
  )
}

function Sample({ kind, hasTwoEnds = false }: { readonly kind: GraphLine['kind']; readonly hasTwoEnds?: boolean }) {
  return (
    <svg className={styles.sample} aria-hidden="true" viewBox="0 0 40 10">
      <g className={styles.line} data-kind={kind}>
        <path className={styles.curve} d="M0 5H40" />
        <path className={styles.arrow} d={arrowAt({ x: 40, y: 5, side: 'left' })} />
        {hasTwoEnds ? <path className={styles.arrow} d={arrowAt({ x: 0, y: 5, side: 'right' })} /> : null}
      </g>
    </svg>
  )
}
