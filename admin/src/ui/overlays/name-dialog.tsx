/** Asks for a name, and whatever else belongs to it. */
import type { FormEvent, ReactNode } from 'react'
import { Notice } from '../display/notice.tsx'
import { Button } from '../inputs/button.tsx'
import { TextField } from '../inputs/text-field.tsx'
import { Stack } from '../page/layout.tsx'
import { Dialog } from './dialog.tsx'

export interface NameDialogProps {
  readonly title: string
  readonly label: string
  /** The name to begin with. */
  readonly name: string
  readonly labels: { readonly submit: string; readonly cancel: string; readonly close: string }
  /** How the form is sent; the field is called `name`. */
  readonly form: {
    readonly busy: boolean
    readonly error: string | undefined
    readonly problems: Readonly<Record<string, string>>
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
  readonly onClose: () => void
  /** Further fields. */
  readonly children?: ReactNode
}

const ID = 'name-dialog'

export function NameDialog({ title, label, name, labels, form, onClose, children }: NameDialogProps): ReactNode {
  const { busy, error, problems, onSubmit } = form
  return (
    <Dialog
      title={title}
      open
      size="small"
      onClose={onClose}
      closeLabel={labels.close}
      actions={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button look="primary" type="submit" form={ID} busy={busy}>
            {labels.submit}
          </Button>
        </>
      }
    >
      <form id={ID} onSubmit={onSubmit}>
        <Stack gap={4}>
          <TextField
            label={label}
            name="name"
            defaultValue={name}
            error={problems.name}
            required
            autoFocus
            autoComplete="off"
          />
          {children}
          {error === undefined || problems.name !== undefined ? null : <Notice look="error">{error}</Notice>}
        </Stack>
      </form>
    </Dialog>
  )
}
