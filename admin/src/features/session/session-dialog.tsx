/** Asks for the password again, over the page, when the session has ended. What was asked for then goes on. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { initQuery, sessionQuery } from '../../api/queries.ts'
import { sessionGate, sessionRenewed } from '../../api/session-gate.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { whenIdle } from '../../ui/overlays/late/when-idle.ts'

const loadForm = () => import('./sign-in-form.tsx')
const SignInForm = lazy(async () => ({ default: (await loadForm()).SignInForm }))
const SignOnAgain = lazy(() => import('./sign-on-again.tsx'))

/** The same person signs in again: somebody else would save what they did not write. */
export function SessionDialog(): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const closed = useSyncExternalStore(sessionGate.subscribe, sessionGate.isClosed)
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  // Asked for at the start of the panel, and good for as long as it is open.
  const { data: init } = useQuery({ ...initQuery, enabled: closed })
  // Later the file may be gone, because the server was replaced.
  useEffect(() => whenIdle(() => loadForm().catch(() => {})), [])
  const providers = init?.signIn.providers ?? []
  const email = session?.administrator.email
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
        <Suspense>
          {init?.signIn.passwords === false ? null : (
            <SignInForm {...(email === undefined ? {} : { email })} onSignedIn={renewed} />
          )}
          {providers.length === 0 ? null : <SignOnAgain providers={providers} email={email} onSignedIn={renewed} />}
        </Suspense>
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
