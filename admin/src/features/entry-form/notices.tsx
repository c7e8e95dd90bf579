/** What the person should know before going on: restored work, other people, changes of others. None of it moves a field. */
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

/** Above the form, from the beginning. */
export function RestoredNotice({ autosave }: { readonly autosave: Autosave }): ReactNode {
  const { t, ago } = useTexts()
  const { session } = useForm()
  const sayWithUndo = useUndoToast()
  const restored = useCell(session.restored)
  if (restored === null) return null
  const discard = () => {
    session.discardChanges()
    void autosave.drop()
    sayWithUndo(t('form.discarded'))
  }
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

/** In a line of the header. */
export function OthersHere(): ReactNode {
  const { t } = useTexts()
  const { people } = useForm()
  const names = [...new Set(useCell(people).map(({ person }) => person.name))]
  return (
    <p className={styles.others} role="status">
      {names.length === 0 ? null : t('form.othersHere', { names: names.join(', ') })}
    </p>
  )
}

/** Over the lower edge of the window: it comes while somebody writes. */
export function ElsewhereNotice({ onRestored }: { readonly onRestored: (id: number) => Promise<void> }): ReactNode {
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
  return (
    <div className={styles.elsewhere} role="status">
      {elsewhere?.what === 'deleted' ? <DeletedNotice by={elsewhere.by} onRestored={onRestored} /> : null}
      {elsewhere?.what === 'saved' ? (
        <Notice look="warning">
          <div className="row wrap spread gap-2">
            <span>{t('form.changedBy', { name: elsewhere.by ?? t('form.someone') })}</span>
            <Button size="small" onClick={() => void load()}>
              {t('form.showChanges')}
            </Button>
          </div>
        </Notice>
      ) : null}
    </div>
  )
}
