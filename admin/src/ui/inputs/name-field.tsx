import type { ReactNode } from 'react'
import { TextField } from './text-field.tsx'

export interface NameFieldProps {
  readonly label: string
  /** The name to begin with. */
  readonly name: string | undefined
  readonly error: string | undefined
  /** False where people rarely come to change the name. */
  readonly autoFocus?: boolean
}

/** The first field of a form that gives something a name. It has the focus. */
export function NameField({ name = '', autoFocus = true, ...field }: NameFieldProps): ReactNode {
  return <TextField {...field} name="name" defaultValue={name} required autoFocus={autoFocus} autoComplete="off" />
}
