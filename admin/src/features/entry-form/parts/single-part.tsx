/** A component of which there is one or none. */
import { memo, type ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import { FieldProblem, useProblemId } from '../fields/field-problem.tsx'
import type { FieldPlace } from '../fields/field-props.ts'
import { useForm, useParts } from '../form-context.tsx'
import { newPart } from '../store/form-values.ts'
import { useUndoToast } from '../use-undo.ts'
import { useCopiedPart } from './part-clipboard.ts'
import styles from './parts.module.css'

export const SinglePart = memo(function SinglePart({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path, label, hint, attribute, disabled } = place
  const { t } = useTexts()
  const { store, Grid } = useForm()
  const [part] = useParts(path)
  const problemId = useProblemId(path)
  const component = attribute.component!
  const copied = useCopiedPart([component])
  const sayWithUndo = useUndoToast()
  const field = `${path
    .split('.')
    .filter((_, index) => index % 2 === 0)
    .join('.')}.`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced again for every field inside
    <div className="stack gap-2" role="group" aria-label={label} aria-describedby={problemId}>
      <div className={styles.heading}>
        <span className={styles.label} data-required={attribute.required || undefined}>
          {label}
        </span>
        {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
        {part === undefined || disabled ? null : (
          <IconButton
            size="small"
            icon="trash"
            label={t('form.deletePart', { name: label })}
            onClick={() => {
              store.removePart(path, part.key)
              sayWithUndo(t('form.partDeleted', { name: label }))
            }}
          />
        )}
      </div>
      {part === undefined ? (
        <div className={styles.empty}>
          <p>{t('form.noPart')}</p>
          {disabled ? null : (
            <div className={styles.addBar}>
              <Button
                size="small"
                icon="add"
                onClick={() => store.insertPart(path, 0, newPart(component, store.model.components))}
              >
                {t('form.addNamed', { name: label })}
              </Button>
              {copied === null ? null : (
                <Button size="small" look="quiet" icon="copy" onClick={() => store.insertPart(path, 0, copied.take())}>
                  {t('form.pasteHere')}
                </Button>
              )}
            </div>
          )}
        </div>
      ) : (
        <div className="box surface pad-4">
          <Grid uid={component} prefix={`${path}.${part.key}.`} field={field} disabled={disabled} />
        </div>
      )}
      <FieldProblem path={path} />
    </div>
  )
})
