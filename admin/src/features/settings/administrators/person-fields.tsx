import type { ReactNode } from 'react'
import type { AdministratorInfo } from '../../../../../src/admin-api/session-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'

export interface PersonFieldsProps {
  readonly person?: AdministratorInfo
  readonly problems: Readonly<Record<string, string>>
}

const FIELDS = [
  { name: 'firstname', label: 'session.firstname' },
  { name: 'lastname', label: 'session.lastname' },
  { name: 'email', label: 'common.email', type: 'email', required: true },
] as const

/** The name and address of an administrator. */
export function PersonFields({ person, problems }: PersonFieldsProps): ReactNode {
  const { t } = useTexts()
  return FIELDS.map(({ label, ...field }) => (
    <TextField
      key={field.name}
      {...field}
      label={t(label)}
      autoComplete="off"
      autoFocus={person === undefined && field.name === 'firstname'}
      defaultValue={person?.[field.name] ?? ''}
      error={problems[field.name]}
    />
  ))
}

/** What the fields say, in the words of the server. */
export function personValues({ firstname = '', lastname = '', email = '' }: Readonly<Record<string, string>>) {
  return {
    email,
    ...(firstname === '' ? {} : { firstname }),
    ...(lastname === '' ? {} : { lastname }),
  }
}
