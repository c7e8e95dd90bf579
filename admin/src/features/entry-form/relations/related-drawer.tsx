/** A related entry, opened over the form that leads to it. Drawers can be opened over drawers. */
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorState, Skeleton } from '../../../ui/display/states.tsx'
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx'
import { Drawer } from '../../../ui/overlays/drawer.tsx'
import { EntryForm } from '../entry-form.tsx'
import { type RelatedRequest, useForm } from '../form-context.tsx'
import type { EntrySession } from '../saving/entry-session.ts'
import { useAutosave } from '../saving/use-autosave.ts'
import { useEntrySession } from '../saving/use-entry-session.ts'

/** For the form that opens it. */
export function renderRelated(request: RelatedRequest, onClose: () => void): ReactNode {
  return <RelatedDrawer request={request} onClose={onClose} />
}

interface RelatedDrawerProps {
  readonly request: RelatedRequest
  readonly onClose: () => void
}

function RelatedDrawer({ request, onClose }: RelatedDrawerProps): ReactNode {
  const { t } = useTexts()
  const { session, schema } = useForm()
  const [isAsking, setAsking] = useState(false)
  const target = schema.types.find(({ uid }) => uid === request.uid)
  const name = target?.displayName ?? request.uid
  const locale = target?.localized ? session.locale : null
  const opened = useEntrySession({
    uid: request.uid,
    id: request.id,
    locale: request.id === null ? locale : null,
    title: request.title,
  })
  const isDirty = () => opened.data !== undefined && opened.data.store.settle().length > 0
  const close = () => (isDirty() ? setAsking(true) : onClose())
  return (
    <>
      <Drawer
        open
        title={request.id === null ? t('form.createIn', { name }) : t('form.editIn', { name })}
        closeLabel={t('common.close')}
        onClose={close}
      >
        {opened.isPending ? <Skeleton label={t('common.loading')} lines={6} /> : null}
        {opened.isError ? <ErrorState title={t('common.loadFailed')} error={opened.error} /> : null}
        {opened.data === undefined ? null : (
          <RelatedForm session={opened.data} person={opened.person} request={request} onClose={onClose} />
        )}
      </Drawer>
      <ConfirmDialog
        open={isAsking}
        title={t('form.leaveTitle')}
        confirmLabel={t('form.leave')}
        cancelLabel={t('form.stay')}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        <p>{t('form.leaveText')}</p>
      </ConfirmDialog>
    </>
  )
}

interface RelatedFormProps {
  readonly session: EntrySession
  readonly person: number
  readonly request: RelatedRequest
  readonly onClose: () => void
}

function RelatedForm({ session, person, request, onClose }: RelatedFormProps): ReactNode {
  const { schema } = useForm()
  const autosave = useAutosave(session, person)
  const after = {
    onSaved: () => {
      const { entry } = session.meta.get()
      if (entry === null) return
      const { id, title, status, locale } = entry
      request.onSaved({ id, title, status, locale })
    },
    onCreated: onClose,
    onDeleted: onClose,
    onDuplicated: onClose,
  }
  return (
    <EntryForm
      session={session}
      autosave={autosave}
      schema={schema}
      person={person}
      after={after}
      isDrawer
      renderRelated={renderRelated}
    />
  )
}
