/** Settings that are filled in and saved: a card with a form, or a page of cards that are saved together. */
import type { FormEvent, ReactNode } from 'react'
import { ErrorNotice } from '../display/notice.tsx'
import { Button, type ButtonLook } from '../inputs/button.tsx'
import { useUiTexts } from '../theme/ui-texts.ts'
import { Card, Page, PageHeader, type PageHeaderProps } from './page.tsx'
import styles from './settings-form.module.css'

export interface SettingsFormProps {
  readonly title?: string
  /** Above the fields. */
  readonly note?: ReactNode
  /** How it is sent. */
  readonly form: {
    readonly busy: boolean
    readonly error: unknown
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
  /** "Save" if absent. */
  readonly submitLabel?: string
  readonly look?: ButtonLook
  /** Fields stand below each other, not beside each other. */
  readonly isColumn?: boolean
  /** The fields are shown, and nothing can be changed. */
  readonly readOnly?: boolean
  /** Further buttons. */
  readonly actions?: ReactNode
  /** The fields. */
  readonly children: ReactNode
  /** Below the form. */
  readonly after?: ReactNode
}

export function SettingsForm({
  title,
  note,
  form,
  submitLabel,
  look = 'primary',
  ...rest
}: SettingsFormProps): ReactNode {
  const { isColumn = false, readOnly = false, actions, children, after } = rest
  const { save } = useUiTexts()
  return (
    <Card {...(title === undefined ? {} : { title })}>
      <form onSubmit={form.onSubmit} className="stack gap-4">
        {note}
        <ErrorNotice error={form.error} />
        <fieldset disabled={readOnly} className={styles.set}>
          {isColumn ? children : <SettingsFields>{children}</SettingsFields>}
        </fieldset>
        {readOnly ? null : (
          <div className={isColumn ? 'row gap-2' : 'row gap-2 ends'}>
            <Button type="submit" look={look} busy={form.busy}>
              {submitLabel ?? save}
            </Button>
            {actions}
          </div>
        )}
      </form>
      {after}
    </Card>
  )
}

/** Beside each other, as far as they fit. */
export function SettingsFields({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.fields}>{children}</div>
}

export interface SettingsPageProps extends Omit<PageHeaderProps, 'actions'> {
  readonly busy: boolean
  readonly error: unknown
  readonly onSave: () => void
  readonly children: ReactNode
}

export function SettingsPage({ busy, error, onSave, children, ...header }: SettingsPageProps): ReactNode {
  const { save } = useUiTexts()
  const button = (
    <Button look="primary" busy={busy} onClick={onSave}>
      {save}
    </Button>
  )
  return (
    <Page>
      <PageHeader {...header} actions={button} />
      <div className="stack gap-4">
        <ErrorNotice error={error} />
        {children}
      </div>
    </Page>
  )
}
