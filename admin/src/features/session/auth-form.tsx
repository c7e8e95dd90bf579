/** The form of a page of this folder: what went wrong, the fields, and one wide button. */
import type { ReactNode } from 'react'
import type { Submit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { ErrorNotice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { TextField, type TextFieldProps } from '../../ui/inputs/text-field.tsx'

export interface AuthFormProps {
  readonly form: Submit
  readonly submitLabel: string
  readonly disabled?: boolean
  readonly children: ReactNode
}

export function AuthForm({ form: { busy, error, onSubmit }, submitLabel, disabled = false, children }: AuthFormProps) {
  return (
    <form onSubmit={onSubmit}>
      <div className="stack gap-4">
        <ErrorNotice error={error} />
        {children}
        <Button type="submit" look="primary" wide busy={busy} disabled={disabled}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** The address by which somebody logs in. */
export function EmailField(props: Omit<TextFieldProps, 'label'>): ReactNode {
  const { t } = useTexts()
  return <TextField label={t('common.email')} name="email" type="email" autoComplete="username" required {...props} />
}

/** A code of the second factor. */
export function CodeField({ error }: Pick<TextFieldProps, 'error'>): ReactNode {
  const { t } = useTexts()
  return (
    <TextField
      label={t('session.appCode')}
      hint={t('session.appCodeHint')}
      name="code"
      autoComplete="one-time-code"
      required
      autoFocus
      error={error}
    />
  )
}
