import { type ReactNode, useId } from 'react'
import styles from './range.module.css'

export interface RangeProps {
  readonly label: string
  /** 0 to 100. */
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A per cent value, by pointer or arrow keys. */
export function Range({ label, value, onChange }: RangeProps): ReactNode {
  const id = useId()
  return (
    <div className={styles.range}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={value}
        onChange={event => onChange(Number(event.currentTarget.value))}
      />
      <output htmlFor={id}>{value} %</output>
    </div>
  )
}
