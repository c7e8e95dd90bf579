/** What will change when the entry is published: the published version against the pending changes, field by field. */
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { OpenEntry } from '../../../../src/admin-api/content-api.ts'
import type { SchemaInfo, TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { call } from '../../api/call.ts'
import { fieldLabel } from '../../api/field-label.ts'
import { schemaQuery, viewsQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { EmptyState, Loaded } from '../../ui/display/states.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { showError, showToast } from '../../ui/overlays/toast.tsx'
import { contentPlace, localeSearch } from '../../ui/page/content-place.ts'
import { Page, PageHeader } from '../../ui/page/page.tsx'
import styles from './entry-form.module.css'
import { NoSuchPage } from './no-such-page.tsx'
import { withPending } from './store/apply-input.ts'
import { formValues } from './store/form-values.ts'
import { DifferenceList } from './versions/difference-list.tsx'
import { differences } from './versions/differences.ts'

const collectionRoute = getRouteApi('/content-manager/collection-types/$uid/$id/compare')
const singleRoute = getRouteApi('/content-manager/single-types/$uid/compare')

export function ComparePage(): ReactNode {
  const { uid, id } = collectionRoute.useParams()
  return <Compared uid={uid} id={id} locale={undefined} />
}

export function CompareSinglePage(): ReactNode {
  const { uid } = singleRoute.useParams()
  const { plugins } = singleRoute.useSearch() as { plugins?: { i18n?: { locale?: string } } }
  return <Compared uid={uid} id="single" locale={plugins?.i18n?.locale} />
}

interface Address {
  readonly uid: string
  readonly id: string
  readonly locale: string | undefined
}

function Compared({ uid, id, locale }: Address): ReactNode {
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const type = schema.types.find(other => other.uid === uid)
  const query = useQuery({
    queryKey: ['compare', uid, id, locale],
    enabled: type !== undefined,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await call('GET /content/:uid/:id', {
          params: { uid, id },
          query: locale === undefined ? {} : { locale },
          signal,
        })
      ).data,
  })
  if (type === undefined) return <NoSuchPage />
  return (
    <Page>
      <Loaded query={query} isPage lines={8}>
        {entry => <Comparison entry={entry} type={type} schema={schema} />}
      </Loaded>
    </Page>
  )
}

interface ComparisonProps {
  readonly entry: OpenEntry
  readonly type: TypeInfo
  readonly schema: SchemaInfo
}

function Comparison({ entry, type, schema }: ComparisonProps): ReactNode {
  const { t, count } = useTexts()
  const { data: views } = useSuspenseQuery(viewsQuery)
  const components = (uid: string) => schema.components.find(other => other.uid === uid)?.attributes ?? {}
  const live = formValues(entry.values, { attributes: type.attributes, components })
  const found =
    entry.pending === null
      ? []
      : differences(live, withPending(live, entry.pending, type.attributes, components), {
          attributes: type.attributes,
          components,
          owner: type.uid,
          labelOf: (uid, name) => fieldLabel(name, views[uid]?.metadatas[name]?.edit.label),
          nameOf: uid => schema.components.find(other => other.uid === uid)?.displayName ?? uid,
        })
  return (
    <div className="stack gap-4">
      <BackLink entry={entry} type={type} />
      <PageHeader
        title={t('form.compareTitle', { title: entry.title })}
        subtitle={found.length === 0 ? undefined : count('form.compareCount', found.length)}
        actions={found.length > 0 && entry.may.publish ? <PublishButton entry={entry} type={type} /> : undefined}
      />
      {found.length === 0 ? (
        <EmptyState title={t('form.nothingPending')}>{t('form.nothingPendingText')}</EmptyState>
      ) : (
        <DifferenceList differences={found} />
      )}
    </div>
  )
}

type Subject = Pick<ComparisonProps, 'entry' | 'type'>

function BackLink({ entry, type }: Subject): ReactNode {
  const { t } = useTexts()
  return (
    <Link className={styles.back!} {...formOf(entry, type)}>
      <Icon name="arrowLeft" size={16} />
      {t('form.backToEntry')}
    </Link>
  )
}

function PublishButton({ entry, type }: Subject): ReactNode {
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
      void navigate(formOf(entry, type))
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

/** Where the entry is written. */
function formOf({ id, locale }: OpenEntry, type: TypeInfo) {
  return contentPlace(type, id, type.kind === 'singleType' ? localeSearch(locale) : {})
}
