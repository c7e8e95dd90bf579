/** Adds entries to a release, or to a new one. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BodyOf } from '../../../../../src/admin-api/admin-api.ts'
import type { ReleaseAction } from '../../../../../src/admin-api/release-api.ts'
import { call } from '../../../api/call.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { RELEASES, releasesQuery } from './release-queries.ts'

export interface AddToReleaseProps {
  readonly uid: string
  readonly chosen: Pick<BodyOf<'POST /releases/:id/items'>, 'ids' | 'query'>
  readonly onClose: () => void
  readonly onDone?: () => void
}

export function AddToRelease({ uid, chosen, onClose, onDone }: AddToReleaseProps): ReactNode {
  const { t, date } = useTexts()
  const client = useQueryClient()
  const releases = useQuery(releasesQuery('open'))
  const [picked, setPicked] = useState<string>()
  const [name, setName] = useState('')
  const [action, setAction] = useState<ReleaseAction>('publish')
  const id = picked ?? releases.data?.[0]?.id ?? ''
  const form = useSubmit(async () => {
    const known = id === '' ? (await call('POST /releases', { body: { name } })).data : undefined
    // If the entries are refused, the new release is there to be chosen again.
    if (known !== undefined) setPicked(known.id)
    const params = { id: known?.id ?? id }
    const { data } = await call('POST /releases/:id/items', { params, body: { uid, action, ...chosen } })
    await client.invalidateQueries({ queryKey: RELEASES })
    await client.invalidateQueries({ queryKey: ['schedule'] })
    showToast({ message: t('releases.added', { name: data.name }) })
    onDone?.()
    onClose()
  })
  return (
    <SubmitDialog
      title={t('releases.add')}
      size="small"
      submitLabel={t('common.save')}
      form={form}
      fields={['name']}
      disabled={releases.data === undefined}
      onClose={onClose}
    >
      <Loaded query={releases} lines={2} small>
        {known => (
          <Select
            label={t('releases.release')}
            value={id}
            options={[
              ...known.map(each => ({
                value: each.id,
                label: each.at === null ? each.name : `${each.name} (${date(each.at)})`,
              })),
              { value: '', label: t('releases.newOne') },
            ]}
            onChange={setPicked}
          />
        )}
      </Loaded>
      {id === '' && releases.data !== undefined ? (
        <TextField label={t('releases.name')} required error={form.problems.name} value={name} onChange={setName} />
      ) : null}
      <Select
        label={t('releases.then')}
        value={action}
        options={[
          { value: 'publish', label: t('list.publish') },
          { value: 'unpublish', label: t('list.unpublish') },
        ]}
        onChange={next => setAction(next as ReleaseAction)}
      />
    </SubmitDialog>
  )
}
