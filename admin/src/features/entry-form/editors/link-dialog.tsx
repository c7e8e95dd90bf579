import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'

interface LinkDialogProps {
  readonly start: string
  readonly onLink: (url: string | null) => void
  readonly onClose: () => void
}

export function LinkDialog({ start, onLink, onClose }: LinkDialogProps): ReactNode {
  const { t } = useTexts()
  const [url, setUrl] = useState(start)
  const finish = (address: string) => {
    onClose()
    onLink(address === '' ? null : address)
  }
  const remove = start === '' ? null : <Button onClick={() => finish('')}>{t('form.removeLink')}</Button>
  return (
    <DialogForm
      size="small"
      title={t('form.link')}
      before={remove}
      submitLabel={t('common.save')}
      onSubmit={() => finish(url.trim())}
      onClose={onClose}
    >
      <TextField
        label={t('form.linkAddress')}
        type="url"
        autoFocus
        value={url}
        onChange={setUrl}
        placeholder="https://"
      />
    </DialogForm>
  )
}
