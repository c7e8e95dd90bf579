/** Asks before the page is left with unsaved changes. They are kept as the person's draft unless thrown away. */
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { Autosave } from './autosave.ts'
import type { EntrySession } from './entry-session.ts'

export interface LeaveGuardProps {
  readonly session: EntrySession
  readonly autosave: Autosave
}

export function LeaveGuard({ session, autosave }: LeaveGuardProps): ReactNode {
  const { t } = useTexts()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && session.store.settle().length > 0,
    enableBeforeUnload: () => session.store.changed.keys().length > 0 && autosave.kept.get().where !== 'server',
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const leave = async () => {
    await autosave.flush()
    blocker.proceed()
  }
  const discard = async () => {
    session.discardChanges()
    await autosave.drop()
    blocker.proceed()
  }
  return (
    <Dialog
      open
      size="small"
      title={t('form.leaveTitle')}
      closeLabel={t('form.stay')}
      onClose={blocker.reset}
      actions={
        <>
          <Button look="danger" onClick={() => void discard()}>
            {t('form.discardChanges')}
          </Button>
          <Button onClick={blocker.reset}>{t('form.stay')}</Button>
          <Button look="primary" onClick={() => void leave()}>
            {t('form.leave')}
          </Button>
        </>
      }
    >
      <p>{t('form.leaveText')}</p>
    </Dialog>
  )
}
