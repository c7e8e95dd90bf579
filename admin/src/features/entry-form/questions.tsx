/** Asks before something is deleted, taken offline, thrown away, or published with drafts behind it. */
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import { IncomingNotice, ToTrash } from '../content-list/entry.ts'
import { useForm } from './form-context.tsx'
import { PublishDialog } from './publish/publish-dialog.tsx'
import { useCell } from './store/cell.ts'
import type { EntryActions } from './use-entry-actions.ts'

export function Questions({ actions }: { readonly actions: EntryActions }): ReactNode {
  const { t } = useTexts()
  const { session, type, people } = useForm()
  const { entry } = useCell(session.meta)
  const others = [...new Set(useCell(people).map(({ person }) => person.name))]
  const { question, ask } = actions
  if (question === null) return null
  if (question.kind === 'publish')
    return <PublishDialog checks={question.checks} actions={actions} onClose={() => ask(null)} />
  const run = { delete: actions.remove, unpublish: actions.unpublish, discard: actions.discard }[question.kind]
  const label = { delete: 'form.confirm', unpublish: 'form.unpublish', discard: 'form.discardChanges' } as const
  const text = { delete: 'form.ask_delete', unpublish: 'form.ask_unpublish', discard: 'form.ask_discard' } as const
  return (
    <DialogForm
      isQuestion
      title={t('form.confirmation')}
      submitLabel={t(label[question.kind])}
      look="danger"
      onSubmit={() => void run()}
      onClose={() => ask(null)}
    >
      <p>{t(text[question.kind])}</p>
      {question.kind === 'delete' ? <ToTrash amount={1} /> : null}
      {question.kind === 'delete' && others.length > 0 ? (
        <Notice look="warning">{t('form.othersHere', { names: others.join(', ') })}</Notice>
      ) : null}
      {question.kind === 'delete' && entry !== null ? <IncomingNotice uid={type.uid} id={entry.id} /> : null}
    </DialogForm>
  )
}
