/** Asks before something is deleted, taken offline, thrown away, or published with drafts behind it. */
import { type ReactNode, useState } from 'react'
import type { EntryCheck } from '../../../../src/admin-api/content-api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { useForm } from './form-context.tsx'
import { StatusBadge } from './side/status-badge.tsx'
import type { EntryActions } from './use-entry-actions.ts'

export function Questions({ actions }: { readonly actions: EntryActions }): ReactNode {
  const { t } = useTexts()
  const { question, ask } = actions
  if (question === null) return null
  if (question.kind === 'publish')
    return <PublishDialog check={question.check} actions={actions} onClose={() => ask(null)} />
  const run = { delete: actions.remove, unpublish: actions.unpublish, discard: actions.discard }[question.kind]
  const label = { delete: 'form.confirm', unpublish: 'form.unpublish', discard: 'form.discardChanges' } as const
  const text = { delete: 'form.ask_delete', unpublish: 'form.ask_unpublish', discard: 'form.ask_discard' } as const
  return (
    <ConfirmDialog
      open
      title={t('form.confirmation')}
      confirmLabel={t(label[question.kind])}
      cancelLabel={t('common.cancel')}
      look="danger"
      onConfirm={() => void run()}
      onCancel={() => ask(null)}
    >
      <p>{t(text[question.kind])}</p>
    </ConfirmDialog>
  )
}

interface PublishDialogProps {
  readonly check: EntryCheck
  readonly actions: EntryActions
  readonly onClose: () => void
}

function PublishDialog({ check, actions, onClose }: PublishDialogProps): ReactNode {
  const { t, count } = useTexts()
  const { session, schema } = useForm()
  const entry = session.meta.get().entry!
  const others = entry.locales.filter(
    ({ id, status, locale }) => id !== null && status !== 'published' && locale !== entry.locale,
  )
  const [locales, setLocales] = useState<readonly string[]>([])
  const publish = () =>
    void actions.publishNow(
      locales.length === 0 ? undefined : [...(entry.locale === null ? [] : [entry.locale]), ...locales],
    )
  return (
    <Dialog
      open
      size="small"
      title={t('form.publish')}
      closeLabel={t('common.cancel')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" onClick={publish}>
            {t('form.publish')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {check.draftRelations.length === 0 ? null : (
          <div>
            <p>{count('form.draftRelations', check.draftRelations.length)}</p>
            <ul>
              {check.draftRelations.map(({ uid, id, title, path, status }) => (
                <li key={`${path} ${uid} ${id}`}>
                  {title} (
                  {[schema.types.find(type => type.uid === uid)?.displayName ?? uid, path].filter(Boolean).join(', ')}){' '}
                  <StatusBadge status={status} />
                </li>
              ))}
            </ul>
          </div>
        )}
        {others.length === 0 ? null : <p>{t('form.otherLocales')}</p>}
        {others.map(({ locale }) => (
          <Checkbox
            key={locale}
            label={t('form.publishLocale', { locale })}
            checked={locales.includes(locale)}
            onChange={isOn => setLocales(isOn ? [...locales, locale] : locales.filter(other => other !== locale))}
          />
        ))}
      </Stack>
    </Dialog>
  )
}
