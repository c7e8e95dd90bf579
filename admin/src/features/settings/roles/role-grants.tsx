/** What a role may do. Only the types that were changed are sent, so that two people can work on one role. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { GrantableActions, GrantsInfo, UserRoleInfo } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice } from '../../../ui/display/notice.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { ActionRows } from '../grants/action-rows.tsx'
import { type OwnerGrant, withActions } from '../grants/field-lists.ts'
import { FieldTable } from '../grants/field-table.tsx'
import { settingsQuery, useChanged } from '../shared/settings-query.ts'
import { useRehearsal } from './use-rehearsal.tsx'

const grantsQuery = (id: number) =>
  settingsQuery(['grants', id], options => call('GET /roles/:id/grants', { params: { id }, ...options }))

export interface RoleGrantsProps {
  readonly role: UserRoleInfo
  /** What is not saved yet. */
  readonly changes: GrantsInfo
  readonly onChange: (changes: GrantsInfo) => void
}

export function RoleGrants(props: RoleGrantsProps): ReactNode {
  const grants = useQuery(grantsQuery(props.role.id))
  return (
    <Loaded query={grants} lines={8}>
      {stored => <GrantsForm {...props} stored={stored} />}
    </Loaded>
  )
}

const NOTHING: OwnerGrant = { actions: [] }

function GrantsForm({ role, stored, changes, onChange }: RoleGrantsProps & { readonly stored: GrantsInfo }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const form = useSubmit(async () => {
    await call('PATCH /roles/:id/grants', { params: { id: role.id }, body: { grants: changes } })
    await changed(t('access.roleSaved'))
    onChange({})
  })
  const rehearsal = useRehearsal(role.id, changes)
  const grants = { ...stored, ...changes }
  const change = (uid: string, grant: OwnerGrant) => onChange({ ...changes, [uid]: grant })
  const fields = (owner: GrantableActions) => (
    <FieldTable owner={owner} grant={grants[owner.uid] ?? NOTHING} onChange={grant => change(owner.uid, grant)} />
  )
  return (
    <SettingsForm
      title={t('access.permissions')}
      note={<p className="soft">{t('access.permissionsText')}</p>}
      form={form}
      isColumn
      actions={rehearsal.button}
      after={rehearsal.result}
    >
      <ActionRows
        granted={Object.fromEntries(Object.entries(grants).map(([uid, { actions }]) => [uid, actions]))}
        onChange={(uid, actions) => change(uid, withActions(grants[uid] ?? NOTHING, actions))}
        more={fields}
      />
      {/* The button is far below the first message. */}
      <ErrorNotice error={form.error} />
    </SettingsForm>
  )
}
