/** The name of a release, and when it is published. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Release } from '../../../../../src/admin-api/release-api.ts'
import { call } from '../../../api/call.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { DateInput } from '../../../ui/inputs/date-input.tsx'
import { localText, momentOf, zoneName } from '../../../ui/inputs/date-text.ts'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { RELEASES } from './release-queries.ts'

export interface ReleaseDialogProps {
  /** Absent for a new one. */
  readonly release?: Release
  readonly onClose: () => void
  readonly onSaved?: (release: Release) => void
}

export function ReleaseDialog({ release, onClose, onSaved }: ReleaseDialogProps): ReactNode {
  const { t, dateLocale } = useTexts()
  const client = useQueryClient()
  const stored = release?.at === null || release === undefined ? '' : localText(release.at)
  const [name, setName] = useState(release?.name ?? '')
  const [text, setText] = useState(stored)
  const form = useSubmit(async () => {
    // A time that could not be kept is past, and would be refused if it were sent again.
    const body = { name, ...(text === stored ? {} : { at: momentOf(text) }) }
    const { data } =
      release === undefined
        ? await call('POST /releases', { body })
        : await call('PUT /releases/:id', { params: { id: release.id }, body })
    await client.invalidateQueries({ queryKey: RELEASES })
    showToast({ message: t('releases.saved') })
    onClose()
    onSaved?.(data)
  })
  return (
    <SubmitDialog
      title={t(release === undefined ? 'releases.create' : 'releases.edit')}
      size="small"
      submitLabel={t('common.save')}
      form={form}
      fields={['name', 'at']}
      onClose={onClose}
    >
      <TextField label={t('releases.name')} required error={form.problems.name} value={name} onChange={setName} />
      <DateInput
        label={t('releases.at')}
        kind="datetime-local"
        hint={`${t('form.timeZone', { zone: zoneName(momentOf(text), dateLocale) })} ${t('releases.atText')}`}
        error={form.problems.at}
        value={text}
        clearLabel={t('form.clear', { name: t('releases.at') })}
        onChange={setText}
      />
    </SubmitDialog>
  )
}
