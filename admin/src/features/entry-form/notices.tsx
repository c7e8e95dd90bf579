/** What the person should know before going on: restored work, other people, changes of others. The last two may come at any time. */
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { showError } from '../../ui/overlays/toast.tsx'
import { DeletedNotice } from './deleted-entry.tsx'
import styles from './entry-form.module.css'
import { useForm } from './form-context.tsx'
import type { Autosave } from './saving/autosave.ts'
import { takeOver } from './saving/entry-writes.ts'
import { useCell } from './store/cell.ts'
import { useUndoToast } from './use-undo.ts'

export interface NoticesProps {
  readonly autosave: Autosave
  /** A deleted entry is there again, with this id. */
  readonly onRestored: (id: number) => Promise<void>
}

export function Notices({ autosave, onRestored }: NoticesProps): ReactNode {
  return (
    <>
      <div role="status" className={styles.notices}>
        <OthersNotice />
        <ElsewhereNotice onRestored={onRestored} />
      </div>
      <RestoredNotice autosave={autosave} />
    </>
  )
}

function OthersNotice(): ReactNode {
  const { t } = useTexts()
  const { people } = useForm()
  const names = [...new Set(useCell(people).map(({ person }) => person.name))]
  return names.length === 0 ? null : <Notice>{t('form.othersHere', { names: names.join(', ') })}</Notice>
}

/** What others have done with the entry. */
function ElsewhereNotice({ onRestored }: Pick<NoticesProps, 'onRestored'>): ReactNode {
  const { t } = useTexts()
  const { session } = useForm()
  const elsewhere = useCell(session.elsewhere)
  const load = async () => {
    try {
      await takeOver(session)
    } catch (error) {
      showError(error)
    }
  }
  if (elsewhere?.what === 'deleted') return <DeletedNotice by={elsewhere.by} onRestored={onRestored} />
  if (elsewhere?.what !== 'saved') return null
  return (
    <Notice look="warning">
      <div className="row wrap spread gap-2">
        <span>{t('form.changedBy', { name: elsewhere.by ?? t('form.someone') })}</span>
        <Button size="small" onClick={() => void load()}>
          {t('form.showChanges')}
        </Button>
      </div>
    </Notice>
  )
}

/** What the person has written before, and not saved. */
function RestoredNotice({ autosave }: Pick<NoticesProps, 'autosave'>): ReactNode {
  const { t, ago } = useTexts()
  const { session } = useForm()
  const sayWithUndo = useUndoToast()
  const restored = useCell(session.restored)
  const discard = () => {
    session.discardChanges()
    void autosave.drop()
    sayWithUndo(t('form.discarded'))
  }
  if (restored === null) return null
  return (
    <Notice>
      <div className="row wrap spread gap-2">
        <span>{t('form.restored', { when: ago(restored) })}</span>
        <Button size="small" onClick={discard}>
          {t('form.discardChanges')}
        </Button>
      </div>
    </Notice>
  )
}
