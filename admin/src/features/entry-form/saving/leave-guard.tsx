/** Asks before the page is left with unsaved changes. They are kept as the person's draft unless thrown away. */
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
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
    await soon(autosave.flush())
    blocker.proceed()
  }
  const discard = async () => {
    session.discardChanges()
    await soon(autosave.drop())
    blocker.proceed()
  }
  const button = (
    <Button look="danger" onClick={() => void discard()}>
      {t('form.discardChanges')}
    </Button>
  )
  return <LeaveQuestion before={button} onLeave={() => void leave()} onStay={blocker.reset} />
}

const MOST_WAITING = 3000

/** Nobody waits long for a slow server: this browser has the work already. */
function soon(work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>(resolve => setTimeout(resolve, MOST_WAITING))])
}

interface LeaveQuestionProps {
  readonly open?: boolean
  readonly before?: ReactNode
  readonly onLeave: () => void
  readonly onStay: () => void
}

export function LeaveQuestion({ open = true, before, onLeave, onStay }: LeaveQuestionProps): ReactNode {
  const { t } = useTexts()
  return (
    <DialogForm
      isQuestion
      open={open}
      title={t('form.leaveTitle')}
      before={before}
      submitLabel={t('form.leave')}
      cancelLabel={t('form.stay')}
      onSubmit={onLeave}
      onClose={onStay}
    >
      <p>{t('form.leaveText')}</p>
    </DialogForm>
  )
}
