/** Asks the API as somebody with a role would: as the role is saved, and beside it as it would be with what is ticked. */
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { GrantsInfo, GrantsPreviewInfo, UserRoleInfo } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice } from '../../../ui/display/notice.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { TriedAnswer } from '../shared/tried-answer.tsx'
import { ComparedAnswers } from './compared-answers.tsx'

export interface TryRoleProps {
  readonly role: UserRoleInfo
  /** What is not saved yet. */
  readonly changes: GrantsInfo
}

export function TryRole({ role, changes }: TryRoleProps): ReactNode {
  const { t } = useTexts()
  const { types } = useSuspenseQuery(schemaQuery).data
  const [tried, setTried] = useState<{ readonly address: string; readonly first: GrantsPreviewInfo }>()
  const preview = async (url: string, grants: GrantsInfo) =>
    (await call('POST /roles/:id/preview', { params: { id: role.id }, body: { url, grants } })).data
  const form = useSubmit(async ({ address = '' }) => {
    setTried(undefined)
    setTried({ address, first: await preview(address, {}) })
  })
  const isChanged = Object.keys(changes).length > 0
  // It follows what is ticked.
  const compared = useQuery({
    queryKey: ['role-preview', role.id, tried?.address, changes],
    queryFn: () => preview(tried!.address, changes),
    enabled: tried !== undefined && isChanged,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <SettingsForm
      title={t('settings.try')}
      note={<p className="soft">{t('access.tryRoleText', { name: role.name })}</p>}
      form={form}
      isColumn
      submitLabel={t('settings.tryButton')}
      look="plain"
      after={
        tried === undefined ? null : isChanged && compared.data !== undefined ? (
          <ComparedAnswers address={tried.address} preview={compared.data} />
        ) : (
          <>
            {isChanged ? <ErrorNotice error={compared.error} /> : null}
            <TriedAnswer address={tried.address} {...tried.first.before} />
          </>
        )
      }
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
