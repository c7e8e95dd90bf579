import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { PasswordField } from '../../ui/inputs/text-field.tsx'

export interface NewPasswordFieldsProps {
  /** The fewest characters that are accepted, to be shown as a hint. */
  readonly length?: number
  readonly error?: string | undefined
}

/** Two fields, `password` and `confirm`. */
export function NewPasswordFields({ length, error }: NewPasswordFieldsProps): ReactNode {
  const { t, count } = useTexts()
  return (
    <>
      <PasswordField
        label={t('common.password')}
        name="password"
        autoComplete="new-password"
        hint={length === undefined ? undefined : count('session.passwordHint', length)}
        required
        error={error}
      />
      <PasswordField label={t('session.confirmPassword')} name="confirm" autoComplete="new-password" required />
    </>
  )
}
