/** "Configure the view" of a list: what everybody sees who has not chosen otherwise. */
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import type { ViewConfiguration } from '../../../../../src/admin-api/view-api.ts'
import { call } from '../../../api/call.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Card, Page, PageHeader } from '../../../ui/page/page.tsx'
import { SettingsPage } from '../../../ui/page/settings-form.tsx'
import { listsKey, viewQuery } from '../list-queries.ts'
import { ColumnSettings } from './column-settings.tsx'
import { ListSettings } from './list-settings.tsx'

const route = getRouteApi('/content-manager/collection-types/$uid/configurations/list')

export function ConfigureListPage(): ReactNode {
  const { t } = useTexts()
  const { uid } = route.useParams()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const view = useQuery(viewQuery(uid))
  const type = schema.types.find(other => other.uid === uid)
  if (type === undefined)
    return (
      <Page>
        <EmptyState isPage title={t('list.noType')} icon="lock">
          {t('list.noTypeText', { uid })}
        </EmptyState>
      </Page>
    )
  if (view.data !== undefined) return <Configuration key={uid} type={type} view={view.data} />
  return (
    <Page>
      <PageHeader title={t('list.configureTitle', { name: type.displayName })} />
      <Loaded query={view} lines={6}>
        {() => null}
      </Loaded>
    </Page>
  )
}

function Configuration({ type, view }: { readonly type: TypeInfo; readonly view: ViewConfiguration }): ReactNode {
  const { t } = useTexts()
  const { uid } = type
  const client = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(view)
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ settings, metadatas, layouts }: ViewConfiguration) =>
      call('PUT /views/:uid', { params: { uid }, body: { settings, metadatas, layouts } }),
    onSuccess: async ({ data }) => {
      client.setQueryData(viewQuery(uid).queryKey, data)
      await Promise.all([
        client.invalidateQueries({ queryKey: listsKey(uid) }),
        client.invalidateQueries({ queryKey: ['views'] }),
      ])
      showToast({ message: t('list.configured') })
      navigate({ to: '/content-manager/collection-types/$uid', params: { uid } })
    },
  })
  return (
    <SettingsPage
      title={t('list.configureTitle', { name: type.displayName })}
      subtitle={t('list.configureText')}
      back={
        <Link to="/content-manager/collection-types/$uid" params={{ uid }}>
          {type.displayName}
        </Link>
      }
      busy={isPending}
      error={error}
      onSave={() => mutate(draft)}
    >
      <Card title={t('list.settings')}>
        <ListSettings type={type} view={draft} onChange={settings => setDraft({ ...draft, settings })} />
      </Card>
      <Card title={t('list.columns')}>
        <ColumnSettings type={type} view={draft} onChange={setDraft} />
      </Card>
    </SettingsPage>
  )
}
