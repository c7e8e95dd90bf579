import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
  /** On a ground of its own, two in a row. */
  readonly inset?: boolean
}

/** Names with their values. */
export function Facts({ facts, inset = false }: FactsProps): ReactNode {
  return (
    <dl className={inset ? styles.inset : styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="small soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
