/** A related entry, opened over the form that leads to it. Drawers can be opened over drawers. */
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Drawer } from '../../../ui/overlays/drawer.tsx'
import { EntryForm } from '../entry-form.tsx'
import { type RelatedRequest, useForm } from '../form-context.tsx'
import type { EntrySession } from '../saving/entry-session.ts'
import { LeaveQuestion } from '../saving/leave-guard.tsx'
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
        onClose={close}
      >
        <Loaded query={opened} lines={6}>
          {data => <RelatedForm session={data} person={opened.person} request={request} onClose={onClose} />}
        </Loaded>
      </Drawer>
      <LeaveQuestion open={isAsking} onLeave={onClose} onStay={() => setAsking(false)} />
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
  return <EntryForm {...{ session, autosave, schema, person, after, renderRelated }} isDrawer />
}
