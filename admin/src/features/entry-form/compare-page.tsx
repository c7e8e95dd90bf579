/** What will change when the entry is published: the published version against the pending changes, field by field. */
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { showError, showToast } from '../../ui/overlays/toast.tsx'
import { PageHeader } from '../../ui/page/page.tsx'
import { withPending } from './store/apply-input.ts'
import { formValues } from './store/form-values.ts'
import { DifferenceList } from './versions/difference-list.tsx'
import { differences } from './versions/differences.ts'
import { EntryFrame, type FramedEntry, formOf, useCompareScope } from './versions/entry-frame.tsx'

const collectionRoute = getRouteApi('/content-manager/collection-types/$uid/$id/compare')
const singleRoute = getRouteApi('/content-manager/single-types/$uid/compare')

export function ComparePage(): ReactNode {
  const { uid, id } = collectionRoute.useParams()
  return <EntryFrame address={{ uid, id, locale: undefined }}>{framed => <Comparison {...framed} />}</EntryFrame>
}

export function CompareSinglePage(): ReactNode {
  const { uid } = singleRoute.useParams()
  const { plugins } = singleRoute.useSearch() as { plugins?: { i18n?: { locale?: string } } }
  const address = { uid, id: 'single', locale: plugins?.i18n?.locale }
  return <EntryFrame address={address}>{framed => <Comparison {...framed} />}</EntryFrame>
}

function Comparison(framed: FramedEntry): ReactNode {
  const { entry, type } = framed
  const { t, count } = useTexts()
  const scope = useCompareScope(framed)
  const { components } = scope
  const live = formValues(entry.values, { attributes: type.attributes, components })
  const found =
    entry.pending === null
      ? []
      : differences(live, withPending(live, entry.pending, type.attributes, components), scope)
  return (
    <>
      <PageHeader
        title={t('form.compareTitle', { title: entry.title })}
        subtitle={found.length === 0 ? undefined : count('form.compareCount', found.length)}
        actions={found.length > 0 && entry.may.publish ? <PublishButton {...framed} /> : undefined}
      />
      {found.length === 0 ? (
        <EmptyState title={t('form.nothingPending')}>{t('form.nothingPendingText')}</EmptyState>
      ) : (
        <DifferenceList
          differences={found}
          titles={[t('form.liveVersion'), t('form.nextVersion')]}
          locale={entry.locale}
        />
      )}
    </>
  )
}

function PublishButton({ entry, type }: Pick<FramedEntry, 'entry' | 'type'>): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const publish = async () => {
    setBusy(true)
    try {
      const params = { uid: type.uid, id: entry.id }
      await call('POST /content/:uid/:id/publish', { params, body: {}, headers: { 'if-match': entry.version } })
      showToast({ message: t('form.published') })
      void client.invalidateQueries({ queryKey: ['list'] })
      void navigate(formOf({ entry, type }))
    } catch (error) {
      showError(error)
      setBusy(false)
    }
  }
  return (
    <Button look="primary" busy={isBusy} onClick={() => void publish()}>
      {t('form.publish')}
    </Button>
  )
}
