/** Before publishing: every locale with its state, what it lacks, and the drafts behind its relations. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LocaleCheck } from '../../../../../src/admin-api/content-api.ts'
import { localesQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useForm } from '../form-context.tsx'
import { StatusBadge } from '../side/status-badge.tsx'
import type { EntryActions } from '../use-entry-actions.ts'
import styles from './publish-dialog.module.css'

export interface PublishDialogProps {
  readonly checks: readonly LocaleCheck[]
  readonly actions: EntryActions
  readonly onClose: () => void
}

export function PublishDialog({ checks, actions, onClose }: PublishDialogProps): ReactNode {
  const { t, count } = useTexts()
  const { session, type } = useForm()
  const { id } = session.meta.get().entry!
  const [own] = checks.filter(check => check.id === id)
  const [chosen, setChosen] = useState<readonly number[]>([id])
  const locales = checks.flatMap(check => (chosen.includes(check.id) && check.locale !== null ? [check.locale] : []))
  const publish = () => void actions.publishNow(locales.length < 2 ? undefined : locales)
  return (
    <Dialog
      open
      title={t('form.publish')}
      closeLabel={t('common.cancel')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" onClick={publish}>
            {locales.length < 2 ? t('form.publish') : count('form.publishLocales', locales.length)}
          </Button>
        </>
      }
    >
      {type.localized && checks.length > 1 ? (
        <>
          <p>{t('form.chooseLocales')}</p>
          <ul className={styles.locales}>
            {checks.map(check => (
              <LocaleItem
                key={check.id}
                check={check}
                isOwn={check.id === id}
                isChosen={chosen.includes(check.id)}
                onChoose={isOn => setChosen(isOn ? [...chosen, check.id] : chosen.filter(other => other !== check.id))}
              />
            ))}
          </ul>
        </>
      ) : own === undefined ? null : (
        <Drafts check={own} />
      )}
    </Dialog>
  )
}

interface LocaleItemProps {
  readonly check: LocaleCheck
  readonly isOwn: boolean
  readonly isChosen: boolean
  readonly onChoose: (isOn: boolean) => void
}

function LocaleItem({ check, isOwn, isChosen, onChoose }: LocaleItemProps): ReactNode {
  const { t, count } = useTexts()
  const { session } = useForm()
  const { data: known } = useSuspenseQuery(localesQuery)
  const { locale, title, status, problems, mayPublish } = check
  const name = known.find(({ code }) => code === locale)?.name ?? locale ?? ''
  const state = session.meta.get().entry?.locales.find(other => other.locale === locale)
  const isDone = status === 'published'
  // What is written in the form but not saved is checked by the form itself.
  const missing = isOwn ? [] : problems
  return (
    <li className={styles.locale}>
      <div className={styles.line}>
        <Checkbox
          label={name}
          checked={isChosen}
          disabled={isOwn || isDone || !mayPublish || missing.length > 0}
          onChange={onChoose}
        />
        <StatusBadge status={status} />
        {state === undefined ? null : (
          <span className={styles.soft}>{t('form.completeness', { filled: state.filled, fields: state.fields })}</span>
        )}
      </div>
      {isOwn ? null : <p className={styles.soft}>{title}</p>}
      {isDone && !isOwn ? <p className={styles.soft}>{t('form.nothingToPublish')}</p> : null}
      {mayPublish ? null : <p className={styles.soft}>{t('form.mayNotPublish')}</p>}
      {missing.length === 0 ? null : (
        <div className={styles.problems}>
          <p>{count('form.problemCount', missing.length)}</p>
          <ul>
            {missing.map(({ path, message }) => (
              <li key={`${path.join('.')} ${message}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {isDone && !isOwn ? null : <Drafts check={check} />}
    </li>
  )
}

function Drafts({ check: { draftRelations } }: { readonly check: LocaleCheck }): ReactNode {
  const { count } = useTexts()
  const { schema } = useForm()
  if (draftRelations.length === 0) return null
  return (
    <div className={styles.drafts}>
      <p>{count('form.draftRelations', draftRelations.length)}</p>
      <ul>
        {draftRelations.map(({ uid, id, title, path, status }) => (
          <li key={`${path} ${uid} ${id}`}>
            {title} (
            {[schema.types.find(type => type.uid === uid)?.displayName ?? uid, path].filter(Boolean).join(', ')}){' '}
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
    </div>
  )
}
