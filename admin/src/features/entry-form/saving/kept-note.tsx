/** Where the unsaved work is. Read aloud when it changes for the worse. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { useCell } from '../store/cell.ts'
import type { Autosave } from './autosave.ts'
import styles from './saving.module.css'

export function KeptNote({ autosave }: { readonly autosave: Autosave }): ReactNode {
  const { t } = useTexts()
  const { where } = useCell(autosave.kept)
  if (where === 'clean') return null
  const text = {
    waiting: 'form.keeping',
    here: 'form.keptHere',
    server: 'form.keptDraft',
    nowhere: 'form.notKept',
  } as const
  return (
    <p className={styles.kept} data-where={where} role={where === 'nowhere' ? 'alert' : undefined}>
      <Icon name={where === 'nowhere' ? 'warning' : where === 'waiting' ? 'refresh' : 'check'} size={16} />
      {t(text[where])}
    </p>
  )
}
