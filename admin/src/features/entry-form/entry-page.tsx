/** The pages of an entry: a new one, an existing one, and that of a single type. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { ApiError } from '../../api/api-error.ts'
import { localesQuery } from '../../api/queries.ts'
import { Loaded } from '../../ui/display/states.tsx'
import { Page } from '../../ui/page/page.tsx'
import { DeletedPage } from './deleted-entry.tsx'
import { EntryForm } from './entry-form.tsx'
import { hasEditors, loadEditors } from './fields/field.tsx'
import { restoreFocus, storeFocus } from './keep-focus.ts'
import { NoSuchPage } from './no-such-page.tsx'
import { renderRelated } from './relations/related-drawer.tsx'
import type { EntrySession } from './saving/entry-session.ts'
import { LeaveGuard } from './saving/leave-guard.tsx'
import { type EntryAddress, handOver } from './saving/open-session.ts'
import { useAutosave } from './saving/use-autosave.ts'
import { useEntrySession } from './saving/use-entry-session.ts'

const createRoute = getRouteApi('/content-manager/collection-types/$uid/create')
const editRoute = getRouteApi('/content-manager/collection-types/$uid/$id')
const singleRoute = getRouteApi('/content-manager/single-types/$uid')

/** As Strapi writes them: `plugins[i18n][locale]`. */
interface FormSearch {
  readonly draft?: string
  readonly plugins?: { readonly i18n?: { readonly locale?: string; readonly relatedEntityId?: string } }
}

export function CreatePage(): ReactNode {
  const { uid } = createRoute.useParams()
  const search = createRoute.useSearch() as FormSearch
  const { i18n } = search.plugins ?? {}
  const locale = useLocale(i18n?.locale)
  const address: EntryAddress = {
    uid,
    id: null,
    locale,
    translationOf: i18n?.relatedEntityId === undefined ? undefined : Number(i18n.relatedEntityId),
    draftId: search.draft,
  }
  return <EntryAt key={`${uid} ${locale} ${i18n?.relatedEntityId}`} address={address} />
}

export function EditPage(): ReactNode {
  const { uid, id } = editRoute.useParams()
  if (!/^\d+$/.test(id)) return <NoSuchPage />
  return <EntryAt key={`${uid} ${id}`} address={{ uid, id: Number(id), locale: null }} />
}

export function SinglePage(): ReactNode {
  const { uid } = singleRoute.useParams()
  const search = singleRoute.useSearch() as FormSearch
  const locale = useLocale(search.plugins?.i18n?.locale)
  return <EntryAt key={`${uid} ${locale}`} address={{ uid, id: 'single', locale }} />
}

function useLocale(wanted: string | undefined): string | null {
  const { data: locales } = useSuspenseQuery(localesQuery)
  return wanted ?? locales.find(({ isDefault }) => isDefault)?.code ?? null
}

function EntryAt({ address }: { readonly address: EntryAddress }): ReactNode {
  const opened = useEntrySession(address)
  const navigate = useNavigate()
  const { uid, id } = address
  const isReady = useEditors(opened.type)
  if (opened.type === undefined) return <NoSuchPage />
  if (typeof id === 'number' && opened.error instanceof ApiError && opened.error.status === 404) {
    const onRestored = async (now: number) => {
      const params = { uid, id: String(now) }
      if (now === id) await opened.refetch()
      else await navigate({ to: '/content-manager/collection-types/$uid/$id', params, replace: true })
    }
    return <DeletedPage {...{ uid, id, onRestored }} />
  }
  return (
    <Page wide={isReady && opened.data !== undefined}>
      <Loaded query={isReady ? opened : { ...opened, data: undefined }} isPage lines={8}>
        {session => <OpenPage session={session} opened={opened} />}
      </Loaded>
    </Page>
  )
}

/** Milliseconds. */
const MOST_WAIT = 1_000

/** Whether the editors of the form are here, or have let it wait for long enough. */
function useEditors(type: TypeInfo | undefined): boolean {
  const [isReady, setReady] = useState(() => hasEditors(type?.attributes ?? {}))
  useEffect(() => {
    const done = () => setReady(true)
    const timer = setTimeout(done, MOST_WAIT)
    void loadEditors(type?.attributes ?? {}).then(done)
    return () => clearTimeout(timer)
  }, [type])
  return isReady
}

interface OpenPageProps {
  readonly session: EntrySession
  readonly opened: Pick<ReturnType<typeof useEntrySession>, 'schema' | 'person'>
}

function OpenPage({ session, opened: { schema, person } }: OpenPageProps): ReactNode {
  const navigate = useNavigate()
  const autosave = useAutosave(session, person)
  const { uid, kind } = session.type
  useEffect(restoreFocus, [])
  useDraftAddress(session)
  const toEntry = (id: number) =>
    navigate({ to: '/content-manager/collection-types/$uid/$id', params: { uid, id: String(id) }, ignoreBlocker: true })
  const after = {
    onSaved: () => undefined,
    onCreated: () => {
      if (kind === 'singleType') return
      handOver(session)
      storeFocus()
      void navigate({
        to: '/content-manager/collection-types/$uid/$id',
        params: { uid, id: String(session.meta.get().entry!.id) },
        replace: true,
        ignoreBlocker: true,
      })
    },
    onDeleted: () =>
      void navigate(
        kind === 'singleType'
          ? { to: '/content-manager', ignoreBlocker: true }
          : { to: '/content-manager/collection-types/$uid', params: { uid }, ignoreBlocker: true },
      ),
    onDuplicated: (id: number) => void toEntry(id),
  }
  return (
    <>
      <EntryForm {...{ session, autosave, schema, person, after, renderRelated }} />
      <LeaveGuard session={session} autosave={autosave} />
    </>
  )
}

/** A new entry has the name of its draft in the address as soon as something is written, so that a reload finds it. */
function useDraftAddress(session: EntrySession): void {
  useEffect(() => {
    if (session.exists || session.type.kind === 'singleType') return undefined
    return session.store.values.subscribeAll(() => {
      const url = new URL(window.location.href)
      if (session.exists || url.searchParams.has('draft') || !url.pathname.endsWith('/create')) return
      url.searchParams.set('draft', session.draftId)
      History.prototype.replaceState.call(window.history, window.history.state, '', decodeBrackets(url))
    })
  }, [session])
}

function decodeBrackets(url: URL): string {
  return url.href.replaceAll('%5B', '[').replaceAll('%5D', ']')
}
