/** Sets when an entry is published and unpublished. Times are those of the person's time zone, which is named. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EntrySchedule } from '../../../../../src/admin-api/schedule-api.ts'
import { call } from '../../../api/call.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { DateInput } from '../../../ui/inputs/date-input.tsx'
import { localText, momentOf, zoneName } from '../../../ui/inputs/date-text.ts'
import { showToast } from '../../../ui/overlays/toast.tsx'

export interface ScheduleDialogProps {
  readonly uid: string
  readonly id: number
  readonly schedule: EntrySchedule
  readonly onClose: () => void
}

const FIELDS = [
  { action: 'publish', name: 'publishAt', label: 'schedule.publishAt' },
  { action: 'unpublish', name: 'unpublishAt', label: 'schedule.unpublishAt' },
] as const

export function ScheduleDialog({ uid, id, schedule, onClose }: ScheduleDialogProps): ReactNode {
  const { t, dateLocale } = useTexts()
  const client = useQueryClient()
  const stored = { publish: textOf(schedule.publish), unpublish: textOf(schedule.unpublish) }
  const [texts, setTexts] = useState(stored)
  const form = useSubmit(async () => {
    // A time that could not be kept is past, and would be refused if it were sent again.
    const changed = FIELDS.filter(({ action }) => texts[action] !== stored[action])
    if (changed.length > 0) {
      const body = Object.fromEntries(changed.map(({ action, name }) => [name, momentOf(texts[action])]))
      await call('PUT /content/:uid/:id/schedule', { params: { uid, id }, body })
      await client.invalidateQueries({ queryKey: ['schedule'] })
      showToast({ message: t('schedule.saved') })
    }
    onClose()
  })
  return (
    <SubmitDialog
      title={t('schedule.title')}
      size="small"
      submitLabel={t('common.save')}
      form={form}
      fields={FIELDS.map(({ name }) => name)}
      onClose={onClose}
    >
      <p className="small soft">{t('schedule.text')}</p>
      {FIELDS.map(({ action, name, label }) => (
        <DateInput
          key={name}
          label={t(label)}
          kind="datetime-local"
          hint={t('form.timeZone', { zone: zoneName(momentOf(texts[action]), dateLocale) })}
          error={form.problems[name]}
          value={texts[action]}
          clearLabel={t('form.clear', { name: t(label) })}
          onChange={text => setTexts({ ...texts, [action]: text })}
        />
      ))}
    </SubmitDialog>
  )
}

function textOf(act: EntrySchedule['publish']): string {
  return act === null ? '' : localText(act.at)
}
