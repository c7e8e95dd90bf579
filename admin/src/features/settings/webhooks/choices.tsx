import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import type { SelectOption } from '../../../ui/inputs/select.tsx'
import styles from './choices.module.css'

export interface ChoicesProps {
  readonly title: string
  readonly hint?: string
  readonly options: readonly SelectOption[]
  readonly chosen: readonly string[]
  readonly error: string | undefined
  readonly onChange: (chosen: readonly string[]) => void
}

/** Several of a few. What was chosen and is no longer offered can still be taken away. */
export function Choices({ title, hint, options, chosen, error, onChange }: ChoicesProps): ReactNode {
  const gone = chosen.filter(value => !options.some(option => option.value === value))
  const all = [...options, ...gone.map(value => ({ value, label: value }))]
  return (
    <fieldset>
      <legend className="strong">{title}</legend>
      {hint === undefined ? null : <p className="small soft">{hint}</p>}
      <div className={styles.choices}>
        {all.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={isOn => onChange(isOn ? [...chosen, value] : chosen.filter(other => other !== value))}
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
