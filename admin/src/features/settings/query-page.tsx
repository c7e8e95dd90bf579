/** One named query: what it asks for, and a way to try it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { NamedQueryInfo } from '../../../../src/admin-api/named-query-api.ts'
import type { JsonObject } from '../../../../src/admin-api/route-types.ts'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/display/states.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { TextArea, TextField } from '../../ui/inputs/text-field.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Row, Stack } from '../../ui/page/layout.tsx'
import { Card, Page, PageHeader } from '../../ui/page/page.tsx'
import { namedQueriesQuery, Source } from './queries-page.tsx'
import styles from './settings.module.css'
import { TryQuery } from './try-query.tsx'

const route = getRouteApi('/settings/queries/$name')

export function QueryPage(): ReactNode {
  const { t } = useTexts()
  const { name } = route.useParams()
  const { data, error, refetch } = useQuery(namedQueriesQuery)
  const query = data?.find(known => known.name === name)
  return (
    <Page>
      <PageHeader title={name} subtitle={query && <Source query={query} />} back={<ToQueries />} />
      {error === null ? null : (
        <ErrorState title={t('common.loadFailed')} error={error} retryLabel={t('common.retry')} onRetry={refetch} />
      )}
      {data === undefined && error === null ? <Skeleton label={t('common.loading')} lines={6} /> : null}
      {data !== undefined && query === undefined ? (
        <EmptyState icon="search" title={t('settings.noSuchQuery')} />
      ) : null}
      {query === undefined ? null : (
        <Stack gap={4}>
          {query.problem === null ? null : <Notice look="warning">{query.problem}</Notice>}
          <QueryForm key={query.name} query={query} />
          {query.problem === null ? <TryQuery query={query} /> : null}
        </Stack>
      )}
    </Page>
  )
}

export function NewQueryPage(): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <PageHeader title={t('settings.newQuery')} back={<ToQueries />} />
      <QueryForm query={undefined} />
    </Page>
  )
}

function ToQueries(): ReactNode {
  const { t } = useTexts()
  return <Link to="/settings/queries">{t('settings.queries')}</Link>
}

const EXAMPLE = {
  type: 'article',
  query: { fields: ['title'], filters: { title: { $contains: { $param: 'text' } } } },
  parameters: { text: { type: 'string', required: true } },
}

function QueryForm({ query }: { readonly query: NamedQueryInfo | undefined }): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isFile = query?.source === 'file'
  const { busy, error, problems, onSubmit } = useSubmit(async ({ name = '', definition = '' }) => {
    const body = { name, definition: parsed(definition) }
    if (query === undefined) await call('POST /queries', { body })
    else await call('PUT /queries/:name', { params: { name: query.name }, body })
    await client.invalidateQueries({ queryKey: namedQueriesQuery.queryKey })
    showToast({ message: t('settings.querySaved') })
    await navigate({ to: '/settings/queries/$name', params: { name } })
  })
  return (
    <Card>
      <form onSubmit={onSubmit}>
        <Stack gap={4}>
          {isFile ? <Notice>{t('settings.queryOfFile', { file: `queries/${query.name}.json` })}</Notice> : null}
          {error === undefined ? null : <Notice look="error">{error}</Notice>}
          <TextField
            label={t('settings.queryName')}
            name="name"
            hint={t('settings.queryNameHint')}
            required
            readOnly={isFile}
            defaultValue={query?.name ?? ''}
            error={problems.name}
          />
          <div className={styles.definition}>
            <TextArea
              label={t('settings.definition')}
              name="definition"
              hint={t('settings.definitionHint')}
              rows={18}
              required
              readOnly={isFile}
              defaultValue={JSON.stringify(query?.definition ?? EXAMPLE, null, 2)}
            />
          </div>
          {isFile ? null : (
            <Row>
              <Button type="submit" look="primary" busy={busy}>
                {t('common.save')}
              </Button>
              {query === undefined ? null : <DeleteQuery name={query.name} />}
            </Row>
          )}
        </Stack>
      </form>
    </Card>
  )
}

/** Throws what is shown in the form. */
function parsed(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  // The server says what it expects instead of anything else.
  return value as JsonObject
}

function DeleteQuery({ name }: { readonly name: string }): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await call('DELETE /queries/:name', { params: { name } })
      await navigate({ to: '/settings/queries' })
      await client.invalidateQueries({ queryKey: namedQueriesQuery.queryKey })
      showToast({ message: t('settings.queryDeleted') })
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), look: 'error' })
      setAsking(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('settings.deleteButton')}
      </Button>
      <ConfirmDialog
        title={t('settings.deleteQuery', { name })}
        open={asking}
        confirmLabel={t('settings.deleteButton')}
        cancelLabel={t('common.cancel')}
        look="danger"
        busy={busy}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        {t('settings.deleteQueryText')}
      </ConfirmDialog>
    </>
  )
}
