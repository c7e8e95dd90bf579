/** What stands above a list: a search, choices, and buttons at the end. */
import type { ReactNode } from 'react'
import { SearchField, type SearchFieldProps } from '../inputs/search-field.tsx'
import { Select, type SelectProps } from '../inputs/select.tsx'
import styles from './tools.module.css'

export interface ToolsProps {
  readonly children: ReactNode
  /** At the other end. */
  readonly end: ReactNode
}

export function Tools({ children, end }: ToolsProps): ReactNode {
  return (
    <div className="row wrap gap-2 below-3">
      {children}
      <div className="row gap-1 push">{end}</div>
    </div>
  )
}

export function ToolSearch(props: SearchFieldProps): ReactNode {
  return (
    <div className={styles.search}>
      <SearchField {...props} />
    </div>
  )
}

/** The empty value stands for no choice. */
export function ToolChoice<Value extends string>({ onChange, ...props }: ToolChoiceProps<Value>): ReactNode {
  return (
    <div className={styles.choice}>
      <Select {...props} hideLabel onChange={value => onChange(value === '' ? undefined : (value as Value))} />
    </div>
  )
}

interface ToolChoiceProps<Value> extends Omit<SelectProps, 'hideLabel' | 'onChange'> {
  readonly onChange: (value: Value | undefined) => void
}
