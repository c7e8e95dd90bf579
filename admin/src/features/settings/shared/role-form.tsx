/** The name and the description of a role. */
import type { ReactNode } from 'react'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { NameField } from '../../../ui/inputs/name-field.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'

export interface RoleInput {
  readonly name: string
  readonly description: string
}

export interface RoleFormProps {
  /** Absent for a new one. */
  readonly role?: { readonly name: string; readonly description: string | null }
  readonly actions?: ReactNode
  readonly onSend: (input: RoleInput) => Promise<void>
}

export function RoleForm({ role, actions, onSend }: RoleFormProps): ReactNode {
  const { t } = useTexts()
  const form = useSubmit(({ name = '', description = '' }) => onSend({ name, description }))
  return (
    <SettingsForm form={form} actions={actions}>
      <NameField label={t('access.name')} name={role?.name} autoFocus={role === undefined} error={form.problems.name} />
      <TextField
        label={t('access.description')}
        name="description"
        defaultValue={role?.description ?? ''}
        error={form.problems.description}
      />
    </SettingsForm>
  )
}
