/** Asks, removes what the page shows, and goes back to the list. */
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { AskButton } from '../../../ui/overlays/ask-button.tsx'
import type { SettingsPlace } from '../settings-places.ts'
import { useChanged } from './settings-query.ts'

export interface RemoveButtonProps {
  /** Where the list is. */
  readonly place: SettingsPlace
  /** *Delete* if absent. */
  readonly label?: string
  /** The question. */
  readonly title: string
  readonly children: ReactNode
  readonly onRemove: () => Promise<unknown>
  /** What the person is told afterwards. */
  readonly done: string
}

export function RemoveButton({ place, label, title, children, onRemove, done }: RemoveButtonProps): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const changed = useChanged()
  const remove = async () => {
    await onRemove()
    await navigate({ to: place.to })
    await changed(done)
  }
  return (
    <AskButton look="danger" label={label ?? t('settings.deleteButton')} title={title} onConfirm={remove}>
      {children}
    </AskButton>
  )
}
