import type { ReactNode } from 'react'
import { AddToRelease } from '../../activity/entry.ts'
import type { BulkDialogProps } from './bulk-types.ts'

/** The chosen entries go live together with others. */
export function ReleaseDialog({ list, chosen, onClose, onDone }: BulkDialogProps): ReactNode {
  return (
    <AddToRelease uid={list.type.uid} chosen={chosen} onClose={onClose} {...(onDone === undefined ? {} : { onDone })} />
  )
}
