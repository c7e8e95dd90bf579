import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { showError, showToast } from '../../../ui/overlays/toast.tsx'
import { fileQuery } from '../media-queries.ts'
import { pickedFiles } from '../upload/picked-files.ts'
import { replaceWith } from '../upload/send-file.ts'
import type { StageProps } from './stage-props.ts'

/** Another file in the place of this one. Its address stays, so every entry that uses it shows the new one. */
export function ReplaceButton({ library, file }: StageProps): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const replace = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    setBusy(true)
    try {
      client.setQueryData(fileQuery(file.id).queryKey, await replaceWith(file.id, chosen))
      await library.refresh()
      showToast({ message: t('media.replaced', { name: file.name }) })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon="refresh" busy={busy} onClick={() => input.current?.click()}>
        {t('media.replace')}
      </Button>
      <input ref={input} type="file" hidden onChange={event => replace(pickedFiles(event.currentTarget)[0])} />
    </>
  )
}
