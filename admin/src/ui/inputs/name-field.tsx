import type { ReactNode } from 'react'
import { TextField } from './text-field.tsx'

export interface NameFieldProps {
  readonly label: string
  /** The name to begin with. */
  readonly name: string | undefined
  readonly error: string | undefined
}

/** The first field of a dialog that gives something a name. It has the focus. */
export function NameField({ label, name = '', error }: NameFieldProps): ReactNode {
  return <TextField label={label} name="name" defaultValue={name} error={error} required autoFocus autoComplete="off" />
}
