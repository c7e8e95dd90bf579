/** Before publishing: every locale with its state, what it lacks, and the drafts behind its relations. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LocaleCheck } from '../../../../../src/admin-api/content-api.ts'
import { localesQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { StatusBadge } from '../../content-list/entry.ts'
import { useForm } from '../form-context.tsx'
import type { EntryActions } from '../use-entry-actions.ts'

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
    <DialogForm
      title={t('form.publish')}
      submitLabel={locales.length < 2 ? t('form.publish') : count('form.publishLocales', locales.length)}
      onSubmit={publish}
      onClose={onClose}
    >
      {type.localized && checks.length > 1 ? (
        <>
          <p>{t('form.chooseLocales')}</p>
          <ul className="stack gap-2 above-3">
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
    </DialogForm>
  )
}

interface LocaleItemProps {
  readonly check: LocaleCheck
  readonly isOwn: boolean
  readonly isChosen: boolean
  readonly onChoose: (isOn: boolean) => void
}

function LocaleItem({ check, isOwn, isChosen, onChoose }: LocaleItemProps): ReactNode {
  const { t, count, problemText } = useTexts()
  const { session } = useForm()
  const { data: known } = useSuspenseQuery(localesQuery)
  const { locale, title, status, problems, mayPublish } = check
  const name = known.find(({ code }) => code === locale)?.name ?? locale ?? ''
  const state = session.meta.get().entry?.locales.find(other => other.locale === locale)
  const isDone = status === 'published'
  // What is written in the form but not saved is checked by the form itself.
  const missing = isOwn ? [] : problems
  return (
    <li className="stack gap-1 box pad-3">
      <div className="row wrap gap-2">
        <Checkbox
          label={name}
          checked={isChosen}
          disabled={isOwn || isDone || !mayPublish || missing.length > 0}
          onChange={onChoose}
        />
        <StatusBadge status={status} />
        {state === undefined ? null : (
          <span className="small soft breaks">
            {t('form.completeness', { filled: state.filled, fields: state.fields })}
          </span>
        )}
      </div>
      {isOwn ? null : <p className="small soft breaks">{title}</p>}
      {isDone && !isOwn ? <p className="small soft breaks">{t('form.nothingToPublish')}</p> : null}
      {mayPublish ? null : <p className="small soft breaks">{t('form.mayNotPublish')}</p>}
      {missing.length === 0 ? null : (
        <div className="small rust">
          <p>{count('form.problemCount', missing.length)}</p>
          <ul className="bullets">
            {missing.map(({ path, message }) => (
              <li key={`${path.join('.')} ${message}`}>{`${path.join('.')}: ${problemText(message)}`}</li>
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
    <div className="small">
      <p>{count('form.draftRelations', draftRelations.length)}</p>
      <ul className="bullets">
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
