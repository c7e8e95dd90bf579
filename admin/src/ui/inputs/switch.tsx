import { type ReactNode, useId } from 'react'
import styles from './switch.module.css'

export interface SwitchProps<Value extends string> {
  /** For people who cannot see it. */
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** One of very few, beside each other. */
export function Switch<Value extends string>({ label, value, options, onChange }: SwitchProps<Value>): ReactNode {
  const name = useId()
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(option => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
