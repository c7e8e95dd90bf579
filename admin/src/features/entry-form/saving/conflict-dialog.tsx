/** Two people have changed the same fields: shows both versions of each, and lets the person choose. */
import { type ReactNode, useState } from 'react'
import { fieldLabel } from '../../../api/field-label.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useForm } from '../form-context.tsx'
import { useCell } from '../store/cell.ts'
import { shownValue } from '../store/shown-value.ts'
import { MarkedText } from '../versions/marked-text.tsx'
import { nearChanges, wordDiff } from '../versions/word-diff.ts'
import type { OpenConflict } from './entry-session.ts'
import styles from './saving.module.css'
import { savedBy } from './watch-entry.ts'

export function ConflictDialog({ onSolved }: { readonly onSolved: (next: OpenConflict['next']) => void }): ReactNode {
  const { session } = useForm()
  const { conflict } = useCell(session.meta)
  if (conflict === null) return null
  return <Question key={conflict.theirs.version} conflict={conflict} onSolved={onSolved} />
}

interface QuestionProps {
  readonly conflict: OpenConflict
  readonly onSolved: (next: OpenConflict['next']) => void
}

function Question({ conflict, onSolved }: QuestionProps): ReactNode {
  const { t, ago } = useTexts()
  const { session, type, views } = useForm()
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const { pending, updatedAt } = conflict.theirs
  const who = savedBy(conflict.theirs) ?? t('form.someone')
  const when = pending?.savedAt ?? updatedAt
  const solve = () => {
    session.solve(theirs)
    onSolved(conflict.next)
  }
  return (
    <Dialog
      closes="never"
      size="large"
      title={t('form.conflictTitle')}
      onClose={() => undefined}
      actions={
        <>
          <Button onClick={() => session.postpone()}>{t('common.cancel')}</Button>
          <Button look="primary" onClick={solve}>
            {t(conflict.next === null ? 'form.conflictUse' : 'form.conflictSave')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{t('form.conflictText', { name: who, when: when === null ? '' : ago(when) })}</p>
        {conflict.names.map(name => {
          const attribute = type.attributes[name]!
          const label = fieldLabel(name, views[type.uid]?.metadatas[name]?.edit.label)
          const { mine, theirs: other } = conflict.sides[name]!
          const pieces = nearChanges(wordDiff(shownValue(attribute, mine), shownValue(attribute, other)))
          const choose = (isTheirs: boolean) =>
            setTheirs(isTheirs ? [...theirs, name] : theirs.filter(other => other !== name))
          return (
            <fieldset key={name} className={styles.version}>
              <legend>{label}</legend>
              <div className={styles.choices}>
                <Choice
                  name={name}
                  label={t('form.yours')}
                  isChosen={!theirs.includes(name)}
                  onChoose={() => choose(false)}
                >
                  <MarkedText pieces={pieces} side="before" neutral />
                </Choice>
                <Choice
                  name={name}
                  label={t('form.theirs', { name: who })}
                  isChosen={theirs.includes(name)}
                  onChoose={() => choose(true)}
                >
                  <MarkedText pieces={pieces} side="after" neutral />
                </Choice>
              </div>
            </fieldset>
          )
        })}
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Choice({ name, label, isChosen, onChoose, children }: ChoiceProps): ReactNode {
  return (
    <label className={styles.choice}>
      <span className="row gap-2 small strong">
        <input type="radio" name={`conflict-${name}`} checked={isChosen} onChange={onChoose} />
        {label}
      </span>
      <span className={styles.text}>{children}</span>
    </label>
  )
}
