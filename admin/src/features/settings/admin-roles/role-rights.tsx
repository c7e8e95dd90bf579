/** What a role of administrators may do: with the entries of each type, and in the rest of the panel. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AdminActions, AdminRoleRights } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice } from '../../../ui/display/notice.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { ActionRow } from '../grants/action-rows.tsx'
import { useChanged } from '../shared/settings-query.ts'
import { adminActionsQuery } from './admin-role-queries.ts'
import { foreign, type Permissions, permissionAt, type RightsProps, withActions } from './permission-list.ts'
import { RightLimits } from './right-limits.tsx'

export function RoleRights({ role }: { readonly role: AdminRoleRights }): ReactNode {
  const actions = useQuery(adminActionsQuery)
  return (
    <Loaded query={actions} lines={8}>
      {known => <RightsForm role={role} known={known} />}
    </Loaded>
  )
}

/** Parts of the panel by the beginning of their actions. */
const PARTS = [
  ['plugin::upload.', 'shell.mediaLibrary'],
  ['plugin::content-manager.', 'form.configureView'],
  ['plugin::i18n.locale.', 'shell.placeLocales'],
  ['admin::webhooks.', 'shell.placeWebhooks'],
  ['admin::audit-logs.', 'history.activity'],
  ['admin::review-workflows.', 'shell.placeWorkflows'],
  ['plugin::users-permissions.providers.', 'shell.placeProviders'],
  ['plugin::users-permissions.advanced-settings.', 'shell.placeRegistration'],
  ['plugin::users-permissions.email-templates.', 'shell.placeTemplates'],
  ['plugin::email.settings.', 'shell.placeEmail'],
] as const

interface RightsFormProps {
  readonly role: AdminRoleRights
  readonly known: AdminActions
}

function RightsForm({ role, known }: RightsFormProps): ReactNode {
  const { t, count } = useTexts()
  const changed = useChanged()
  const [permissions, setPermissions] = useState<Permissions>(role.permissions)
  const form = useSubmit(async () => {
    await call('PUT /admin-roles/:id', { params: { id: role.id }, body: { permissions } })
    await changed(t('access.roleSaved'), ['session'], ['schema'])
  })
  const others = foreign(permissions, known).length
  const row = { permissions, onChange: setPermissions }
  return (
    <SettingsForm
      title={t('access.permissions')}
      note={<p className="soft">{t('access.adminRightsText')}</p>}
      form={form}
      isColumn
    >
      <Section title={t('access.contentTypes')}>
        {known.types.map(type => (
          <RightRow key={type.uid} {...row} name={type.displayName} subject={type.uid} actions={namesOf(type.actions)}>
            <RightLimits {...row} subject={type} conditions={known.conditions} />
          </RightRow>
        ))}
      </Section>
      <Section title={t('access.panelParts')}>
        {PARTS.map(([start, title]) => {
          const actions = namesOf(known.actions).filter(action => action.startsWith(start))
          return <RightRow key={start} {...row} name={t(title)} subject={null} actions={actions} start={start} />
        })}
      </Section>
      {others === 0 ? null : <p className="small soft">{count('access.foreignRights', others)}</p>}
      {/* The button is far below the first message. */}
      <ErrorNotice error={form.error} />
    </SettingsForm>
  )
}

const namesOf = (actions: readonly { readonly action: string }[]) => actions.map(({ action }) => action)

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section aria-label={title}>
      <h2 className="small soft strong below-2">{title}</h2>
      {children}
    </section>
  )
}

interface RightRowProps extends RightsProps {
  readonly name: string
  readonly subject: string | null
  readonly actions: readonly string[]
  /** What the names of the actions begin with. */
  readonly start?: string
  readonly children?: ReactNode
}

const EXPLORER = 'plugin::content-manager.explorer.'

function RightRow({ permissions, onChange, name, subject, actions, start = EXPLORER, children }: RightRowProps) {
  const short = (action: string) => action.slice(start.length)
  const granted = actions.filter(action => permissionAt(permissions, { action, subject }) !== undefined)
  return (
    <ActionRow
      name={name}
      actions={actions.map(short)}
      granted={granted.map(short)}
      onChange={chosen =>
        onChange(withActions(permissions, { subject, actions, granted: chosen.map(action => `${start}${action}`) }))
      }
    >
      {granted.length === 0 ? null : children}
    </ActionRow>
  )
}
