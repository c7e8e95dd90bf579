import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { useUiTexts } from '../../../ui/theme/ui-texts.ts'

/** Asks before changes that nobody has saved are lost. */
export function LeaveBuilder({ isChanged }: { readonly isChanged: boolean }): ReactNode {
  const { leaveTitle, leaveText, discard } = useUiTexts()
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <DialogForm
      isQuestion
      title={leaveTitle}
      submitLabel={discard}
      look="danger"
      onSubmit={blocker.proceed}
      onClose={blocker.reset}
    >
      <p>{leaveText}</p>
    </DialogForm>
  )
}
