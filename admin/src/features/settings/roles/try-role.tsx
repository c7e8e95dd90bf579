/** Asks the API as somebody with a role would, and shows the answer: with what is stored, not with what is only ticked. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { UserRoleInfo } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { type Tried, TriedAnswer } from '../shared/tried-answer.tsx'

export function TryRole({ role }: { readonly role: UserRoleInfo }): ReactNode {
  const { t } = useTexts()
  const { types } = useSuspenseQuery(schemaQuery).data
  const [tried, setTried] = useState<Tried>()
  const form = useSubmit(async ({ address = '' }) => {
    setTried(undefined)
    const as = role.type === 'public' ? { kind: 'public' as const } : { kind: 'role' as const, id: role.id }
    const { data } = await call('POST /explain', { body: { url: address, as } })
    setTried({ address, status: data.status, body: data.body })
  })
  return (
    <SettingsForm
      title={t('settings.try')}
      note={<p className="soft">{t('access.tryRoleText', { name: role.name })}</p>}
      form={form}
      isColumn
      submitLabel={t('settings.tryButton')}
      look="plain"
      after={tried === undefined ? null : <TriedAnswer {...tried} />}
    >
      <TextField
        label={t('access.address')}
        name="address"
        required
        defaultValue={types.find(({ visible, apiPath }) => visible && apiPath !== null)?.apiPath ?? '/api/'}
        error={form.problems.url}
      />
    </SettingsForm>
  )
}
