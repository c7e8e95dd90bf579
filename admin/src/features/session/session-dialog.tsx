/** Asks for the password again, over the page, when the session has ended. What was asked for then goes on. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { sessionGate, sessionRenewed } from '../../api/session-gate.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The same person signs in again: somebody else would save what they did not write. */
export function SessionDialog(): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const closed = useSyncExternalStore(sessionGate.subscribe, sessionGate.isClosed)
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  const renewed = async () => {
    sessionRenewed()
    // A session that is loaded earlier does not have what is being saved, and would show it as it was before.
    await allSaved(client)
    client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return (
    <Dialog title={t('session.endedTitle')} open={closed} onClose={() => {}} size="small" closes="never">
      <div className="stack gap-4">
        <p>{t('session.endedText')}</p>
        <SignInForm {...(session === undefined ? {} : { email: session.administrator.email })} onSignedIn={renewed} />
      </div>
    </Dialog>
  )
}

function allSaved(client: QueryClient): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (client.isMutating() > 0) return
      stop()
      resolve()
    }
    const stop = client.getMutationCache().subscribe(look)
    look()
  })
}
