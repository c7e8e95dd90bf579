import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import styles from './choices.module.css'

export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string | undefined
}

export interface ChoicesProps {
  readonly title: string
  readonly hint?: string
  readonly options: readonly Choice[]
  readonly chosen: readonly string[]
  readonly error: string | undefined
  /** Below each other, not beside each other. */
  readonly isColumn?: boolean
  readonly onChange: (chosen: readonly string[]) => void
}

/** Several of a few. What was chosen and is no longer offered can still be taken away. */
export function Choices({ title, hint, options, chosen, error, isColumn, onChange }: ChoicesProps): ReactNode {
  const gone = chosen.filter(value => !options.some(option => option.value === value))
  const all: readonly Choice[] = [...options, ...gone.map(value => ({ value, label: value }))]
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.title}>{title}</legend>
      {hint === undefined ? null : <p className="small soft">{hint}</p>}
      <div className={isColumn ? 'stack gap-2 above-2' : styles.grid}>
        {all.map(option => (
          <Checkbox
            key={option.value}
            label={option.label}
            hint={option.hint}
            checked={chosen.includes(option.value)}
            onChange={isOn =>
              onChange(isOn ? [...chosen, option.value] : chosen.filter(other => other !== option.value))
            }
          />
        ))}
      </div>
      {error === undefined ? null : (
        <p className="small rust above-1" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
