/** Those who work in the panel: who they are, which roles they have, and whether they may come in. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Invitation } from '../../../../../src/admin-api/access-api.ts'
import type { AdministratorInfo } from '../../../../../src/admin-api/session-api.ts'
import { call } from '../../../api/call.ts'
import { personName } from '../../../api/person-name.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'
import { ShownOnce } from '../shared/shown-once.tsx'
import { AdministratorDialog } from './administrator-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'

const administratorsQuery = settingsQuery(['administrators'], options => call('GET /admins', options))

export function AdministratorsPage(): ReactNode {
  const { t } = useTexts()
  const [opened, setOpened] = useState<AdministratorInfo | 'new'>()
  const [invitation, setInvitation] = useState<Invitation>()
  const show = (made: Invitation) => {
    setOpened(undefined)
    setInvitation(made)
  }
  const close = () => setOpened(undefined)
  const invite = (
    <Button look="primary" icon="mail" onClick={() => setOpened('new')}>
      {t('access.invite')}
    </Button>
  )
  return (
    <SettingsFrame place={SETTINGS_PLACES.administrators} actions={invite}>
      <Listed
        label={t('shell.placeAdministrators')}
        query={useQuery(administratorsQuery)}
        empty={t('access.noUsers')}
        emptyIcon="user"
        keyOf={({ id }) => id}
        columns={[
          { header: t('access.name'), cell: person => <Name person={person} onOpen={setOpened} /> },
          {
            header: t('shell.placeRoles'),
            cell: ({ roles }) => roles.map(({ name }) => name).join(', ') || '–',
            wideOnly: true,
          },
          { header: t('history.state'), cell: person => <State person={person} /> },
        ]}
      />
      {opened === 'new' ? <InviteDialog onInvited={show} onClose={close} /> : null}
      {opened === undefined || opened === 'new' ? null : (
        <AdministratorDialog key={opened.id} person={opened} onInvited={show} onClose={close} />
      )}
      {invitation === undefined ? null : (
        <InvitationLink invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </SettingsFrame>
  )
}

interface NameProps {
  readonly person: AdministratorInfo
  readonly onOpen: (person: AdministratorInfo) => void
}

function Name({ person, onOpen }: NameProps): ReactNode {
  return (
    <div className="stack gap-1 breaks">
      <span>
        <button type="button" className="bare leaf underlines pad-0 start" onClick={() => onOpen(person)}>
          {personName(person)}
        </button>
      </span>
      <span className="small soft">{person.email}</span>
    </div>
  )
}

function State({ person: { isActive, blocked } }: { readonly person: AdministratorInfo }): ReactNode {
  const { t } = useTexts()
  if (blocked) return <Badge look="bad">{t('access.blocked')}</Badge>
  return isActive ? (
    <Badge look="good">{t('access.active')}</Badge>
  ) : (
    <Badge look="waiting">{t('access.inactive')}</Badge>
  )
}

interface InvitationLinkProps {
  readonly invitation: Invitation
  readonly onClose: () => void
}

function InvitationLink({ invitation: { administrator, code, expiresAt }, onClose }: InvitationLinkProps): ReactNode {
  const { t, date } = useTexts()
  return (
    <ShownOnce
      title={t('access.invitation', { name: personName(administrator) })}
      label={t('access.invitationLink')}
      secret={`${location.origin}/admin/auth/register?code=${code}`}
      note={t('access.invitationNote', { date: date(expiresAt) })}
      onClose={onClose}
    />
  )
}
