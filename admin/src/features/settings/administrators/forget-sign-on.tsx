/** For somebody who has another account at a provider of single sign-on now: the next log-in finds them by their address. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdministratorInfo } from '../../../../../src/admin-api/session-api.ts'
import { call } from '../../../api/call.ts'
import { personName } from '../../../api/person-name.ts'
import { initQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { AskButton } from '../../../ui/overlays/ask-button.tsx'
import { useChanged } from '../shared/settings-query.ts'

export function ForgetSignOn({ person }: { readonly person: AdministratorInfo }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const providers = useQuery(initQuery).data?.signIn.providers ?? []
  if (providers.length === 0) return null
  const forget = async () => {
    await call('DELETE /admins/:id/sign-on', { params: { id: person.id } })
    await changed(t('access.signOnForgotten'))
  }
  return (
    <div className="stack at-start">
      <AskButton size="small" label={t('access.forgetSignOn')} onConfirm={forget}>
        {t('access.forgetSignOnText', { name: personName(person) })}
      </AskButton>
    </div>
  )
}
