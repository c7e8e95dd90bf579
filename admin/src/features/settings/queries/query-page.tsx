/** One named query: what it asks for, and a way to try it. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NamedQueryInfo } from '../../../../../src/admin-api/named-query-api.ts'
import type { JsonObject } from '../../../../../src/admin-api/route-types.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { TextArea } from '../../../ui/inputs/text-area/text-area.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import codeStyles from '../shared/code-area.module.css'
import { RemoveButton } from '../shared/remove-button.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { useChanged } from '../shared/settings-query.ts'
import { namedQueriesQuery, Source } from './queries-page.tsx'
import { TryQuery } from './try-query.tsx'

const route = getRouteApi('/settings/queries/$name')

export function QueryPage(): ReactNode {
  const { t } = useTexts()
  const { name } = route.useParams()
  const queries = useQuery(namedQueriesQuery)
  const query = queries.data?.find(known => known.name === name)
  return (
    <SettingsFrame place={SETTINGS_PLACES.queries} title={name} subtitle={query && <Source query={query} />}>
      <Loaded query={queries} lines={6}>
        {() =>
          query === undefined ? (
            <EmptyState icon="search" title={t('settings.noSuchQuery')} />
          ) : (
            <div className="stack gap-4">
              {query.problem === null ? null : <Notice look="warning">{query.problem}</Notice>}
              <QueryForm key={query.name} query={query} />
              {query.problem === null ? <TryQuery query={query} /> : null}
            </div>
          )
        }
      </Loaded>
    </SettingsFrame>
  )
}

export function NewQueryPage(): ReactNode {
  const { t } = useTexts()
  return (
    <SettingsFrame place={SETTINGS_PLACES.queries} title={t('settings.newQuery')}>
      <QueryForm query={undefined} />
    </SettingsFrame>
  )
}

const EXAMPLE = {
  type: 'article',
  query: { fields: ['title'], filters: { title: { $contains: { $param: 'text' } } } },
  parameters: { text: { type: 'string', required: true } },
}

function QueryForm({ query }: { readonly query: NamedQueryInfo | undefined }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const navigate = useNavigate()
  const isFile = query?.source === 'file'
  const form = useSubmit(async ({ name = '', definition = '' }) => {
    const body = { name, definition: parsed(definition) }
    if (query === undefined) await call('POST /queries', { body })
    else await call('PUT /queries/:name', { params: { name: query.name }, body })
    await changed(t('settings.querySaved'))
    await navigate({ to: '/settings/queries/$name', params: { name } })
  })
  return (
    <SettingsForm
      form={form}
      isColumn
      readOnly={isFile}
      note={isFile ? <Notice>{t('settings.queryOfFile', { file: `queries/${query.name}.json` })}</Notice> : null}
      actions={query === undefined ? null : <DeleteQuery name={query.name} />}
    >
      <TextField
        label={t('settings.queryName')}
        name="name"
        hint={t('settings.queryNameHint')}
        required
        readOnly={isFile}
        defaultValue={query?.name ?? ''}
        error={form.problems.name}
      />
      <div className={codeStyles.code}>
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
    </SettingsForm>
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
  return (
    <RemoveButton
      place={SETTINGS_PLACES.queries}
      title={t('settings.deleteQuery', { name })}
      onRemove={() => call('DELETE /queries/:name', { params: { name } })}
      done={t('settings.queryDeleted')}
    >
      {t('settings.deleteQueryText')}
    </RemoveButton>
  )
}
