/** Small charts. What they show is said in words beside them or in their name. */
import type { ReactNode } from 'react'
import styles from './insight.module.css'

export interface Bar {
  readonly key: string
  readonly value: number
  /** The lower part of it. */
  readonly part: number
}

const HEIGHT = 40
const STEP = 4
const WIDTH = 3

/** One bar beside the other, each with a part of another colour. */
export function Bars({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }): ReactNode {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const height = (value: number) => (value / most) * HEIGHT
  return (
    <svg
      className={styles.chart}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ key, value, part }, index) => (
        <g key={key}>
          <rect
            className={styles.all}
            x={index * STEP}
            y={HEIGHT - height(value)}
            width={WIDTH}
            height={height(value)}
          />
          <rect
            className={styles.kept}
            x={index * STEP}
            y={HEIGHT - height(part)}
            width={WIDTH}
            height={height(part)}
          />
        </g>
      ))}
    </svg>
  )
}

/** A part of a whole, from 0 to 1. The number stands beside it. */
export function Share({ part }: { readonly part: number }): ReactNode {
  return (
    <svg className={styles.share} aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none">
      <rect className={styles.track} width={100} height={6} />
      <rect className={styles.kept} width={Math.min(1, Math.max(0, part)) * 100} height={6} />
    </svg>
  )
}
