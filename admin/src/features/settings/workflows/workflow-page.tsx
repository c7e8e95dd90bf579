/** One review workflow, or a new one. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Workflow } from '../../../../../src/admin-api/review/workflow-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { RemoveButton } from '../shared/remove-button.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery, useChanged } from '../shared/settings-query.ts'
import { useMay } from '../shared/use-may.ts'
import { WorkflowForm } from './workflow-form.tsx'
import { workflowsQuery } from './workflows-page.tsx'

const route = getRouteApi('/settings/review-workflows/$id')
const rolesQuery = settingsQuery(['workflow-roles'], options => call('GET /workflow-roles', options))
/** Lists show the stages of their entries. */
const SHOWN = [['list']]

export function NewWorkflowPage(): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const changed = useChanged()
  const roles = useQuery(rolesQuery)
  return (
    <SettingsFrame place={SETTINGS_PLACES.workflows} title={t('settings.workflowCreate')}>
      <Loaded query={roles} lines={6}>
        {known => (
          <WorkflowForm
            roles={known}
            onSend={async body => {
              const { id } = (await call('POST /workflows', { body })).data
              await changed(t('settings.workflowSaved'), ...SHOWN)
              await navigate({ to: '/settings/review-workflows/$id', params: { id }, replace: true })
            }}
          />
        )}
      </Loaded>
    </SettingsFrame>
  )
}

export function WorkflowPage(): ReactNode {
  const { t } = useTexts()
  const { id } = route.useParams()
  const workflows = useQuery(workflowsQuery)
  const roles = useQuery(rolesQuery)
  const workflow = workflows.data?.find(known => known.id === id)
  // The form begins with what is stored now, and begins anew only when it is saved.
  const [saves, setSaves] = useState(0)
  const isAsked = workflows.isFetchedAfterMount
  const missing = { ...workflows, data: undefined, error: isAsked ? workflows.error : null }
  return (
    <SettingsFrame place={SETTINGS_PLACES.workflows} title={workflow?.name ?? t('settings.workflow')}>
      <Loaded query={isAsked && workflows.data !== undefined ? roles : missing} lines={6}>
        {() =>
          workflow === undefined ? (
            <EmptyState icon="check" title={t('settings.workflowNoSuch')} />
          ) : (
            <Changed
              key={`${id} ${saves}`}
              workflow={workflow}
              roles={roles.data ?? []}
              onSaved={() => setSaves(saves + 1)}
            />
          )
        }
      </Loaded>
    </SettingsFrame>
  )
}

interface ChangedProps {
  readonly workflow: Workflow
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly onSaved: () => void
}

function Changed({ workflow, roles, onSaved }: ChangedProps): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const may = useMay('admin::review-workflows')
  const params = { id: workflow.id }
  const remove = (
    <RemoveButton
      place={SETTINGS_PLACES.workflows}
      title={t('settings.workflowDeleteTitle', { name: workflow.name })}
      onRemove={() => call('DELETE /workflows/:id', { params })}
      done={t('settings.workflowDeleted')}
    >
      {t('settings.workflowDeleteText')}
    </RemoveButton>
  )
  return (
    <WorkflowForm
      workflow={workflow}
      roles={roles}
      readOnly={!may('update')}
      actions={may('delete') ? remove : undefined}
      onSend={async body => {
        await call('PUT /workflows/:id', { params, body })
        await changed(t('settings.workflowSaved'), ...SHOWN)
        onSaved()
      }}
    />
  )
}
