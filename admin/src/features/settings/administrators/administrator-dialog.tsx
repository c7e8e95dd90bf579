/** One administrator: name, roles, whether they may come in, their sessions. */
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Invitation } from '../../../../../src/admin-api/access-api.ts'
import type { AdministratorInfo } from '../../../../../src/admin-api/session-api.ts'
import { call } from '../../../api/call.ts'
import { personName } from '../../../api/person-name.ts'
import { sessionQuery } from '../../../api/queries.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { AskButton } from '../../../ui/overlays/ask-button.tsx'
import { showError } from '../../../ui/overlays/toast.tsx'
import { useChanged } from '../shared/settings-query.ts'
import { ForgetSignOn } from './forget-sign-on.tsx'
import { PersonFields, personValues } from './person-fields.tsx'
import { RoleChoice } from './role-choice.tsx'

export interface AdministratorDialogProps {
  readonly person: AdministratorInfo
  readonly onInvited: (invitation: Invitation) => void
  readonly onClose: () => void
}

export function AdministratorDialog({ person, onInvited, onClose }: AdministratorDialogProps): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const [roles, setRoles] = useState<readonly string[]>(person.roles.map(({ code }) => code))
  const [isActive, setActive] = useState(person.isActive && !person.blocked)
  const form = useSubmit(async values => {
    const { email, firstname = null, lastname = null } = personValues(values)
    const state = isActive === (person.isActive && !person.blocked) ? {} : { isActive, blocked: false }
    const body = { email, firstname, lastname, roles, ...state }
    await call('PUT /admins/:id', { params: { id: person.id }, body })
    await changed(t('access.administratorSaved'), sessionQuery.queryKey)
    onClose()
  })
  return (
    <SubmitDialog
      title={personName(person)}
      submitLabel={t('common.save')}
      form={form}
      before={<DeleteAdministrator person={person} onDone={onClose} />}
      onClose={onClose}
    >
      <PersonFields person={person} problems={form.problems} />
      <RoleChoice chosen={roles} error={form.problems.roles} onChange={setRoles} />
      <Switch label={t('access.active')} hint={t('access.activeHint')} checked={isActive} onChange={setActive} />
      {person.isActive || person.blocked ? null : <InviteAgain person={person} onInvited={onInvited} />}
      {person.isActive ? <TheirSessions person={person} /> : null}
      <ForgetSignOn person={person} />
    </SubmitDialog>
  )
}

function InviteAgain({ person, onInvited }: Pick<AdministratorDialogProps, 'person' | 'onInvited'>): ReactNode {
  const { t } = useTexts()
  const invite = async () => {
    try {
      onInvited((await call('POST /admins/:id/invite', { params: { id: person.id } })).data)
    } catch (error) {
      showError(error)
    }
  }
  return (
    <div className="stack gap-2 at-start">
      <p className="soft">{t('access.inactiveHint')}</p>
      <Button icon="link" onClick={invite}>
        {t('access.makeInvitation')}
      </Button>
    </div>
  )
}

/** Not asked for again after the person is gone. */
const sessionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['sessions of', id],
    queryFn: async ({ signal }) => (await call('GET /admins/:id/sessions', { params: { id }, signal })).data,
  })

function TheirSessions({ person }: { readonly person: AdministratorInfo }): ReactNode {
  const { t, count, ago } = useTexts()
  const changed = useChanged()
  const sessions = useQuery(sessionsQuery(person.id)).data ?? []
  const own = useSuspenseQuery(sessionQuery).data.administrator.id === person.id
  if (sessions.length === 0) return <p className="small soft">{t('access.noSessions')}</p>
  const end = async () => {
    await call('DELETE /admins/:id/sessions', { params: { id: person.id } })
    if (own) location.assign('/admin/auth/login')
    await changed(t('access.sessionsEnded'), sessionsQuery(person.id).queryKey)
  }
  const last = sessions
    .map(({ usedAt }) => usedAt)
    .toSorted()
    .at(-1)!
  return (
    <div className="row wrap gap-3 spread">
      <span className="small soft">{count('access.sessions', sessions.length, { time: ago(last) })}</span>
      <AskButton icon="signOut" size="small" label={t('settings.signOutEverywhere')} onConfirm={end}>
        {t('access.endSessionsText', { name: personName(person) })}
      </AskButton>
    </div>
  )
}

function DeleteAdministrator({ person, onDone }: { readonly person: AdministratorInfo; readonly onDone: () => void }) {
  const { t } = useTexts()
  const changed = useChanged()
  const remove = async () => {
    await call('DELETE /admins/:id', { params: { id: person.id } })
    await changed(t('access.administratorDeleted'))
    onDone()
  }
  return (
    <AskButton
      look="danger"
      label={t('settings.deleteButton')}
      title={t('access.deleteAdministrator', { name: personName(person) })}
      onConfirm={remove}
    >
      {t('access.deleteAdministratorText')}
    </AskButton>
  )
}
