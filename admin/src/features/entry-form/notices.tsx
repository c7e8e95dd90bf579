/** What the person should know before going on: restored work, other people, changes of others. */
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { showError } from '../../ui/overlays/toast.tsx'
import { DeletedNotice } from './deleted-entry.tsx'
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
  const { t, ago } = useTexts()
  const { session, people } = useForm()
  const sayWithUndo = useUndoToast()
  const restored = useCell(session.restored)
  const others = useCell(people)
  const elsewhere = useCell(session.elsewhere)
  const names = [...new Set(others.map(({ person }) => person.name))]
  const discard = () => {
    session.discardChanges()
    void autosave.drop()
    sayWithUndo(t('form.discarded'))
  }
  const load = async () => {
    try {
      await takeOver(session)
    } catch (error) {
      showError(error)
    }
  }
  return (
    <>
      {names.length === 0 ? null : <Notice>{t('form.othersHere', { names: names.join(', ') })}</Notice>}
      {elsewhere?.what === 'deleted' ? <DeletedNotice by={elsewhere.by} onRestored={onRestored} /> : null}
      {elsewhere?.what !== 'saved' ? null : (
        <Notice look="warning">
          <div className="row wrap spread gap-2">
            <span>{t('form.changedBy', { name: elsewhere.by ?? t('form.someone') })}</span>
            <Button size="small" onClick={() => void load()}>
              {t('form.showChanges')}
            </Button>
          </div>
        </Notice>
      )}
      {restored === null ? null : (
        <Notice>
          <div className="row wrap spread gap-2">
            <span>{t('form.restored', { when: ago(restored) })}</span>
            <Button size="small" onClick={discard}>
              {t('form.discardChanges')}
            </Button>
          </div>
        </Notice>
      )}
    </>
  )
}
