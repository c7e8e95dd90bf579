/** The review workflows: which types go through which stages. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Workflow } from '../../../../../src/admin-api/review/workflow-api.ts'
import { call } from '../../../api/call.ts'
import { schemaQuery, sessionQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ColourBadge } from '../../../ui/display/colour-badge.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'

export const workflowsQuery = settingsQuery(['workflows'], options => call('GET /workflows', options))

export function WorkflowsPage(): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const may = useMayWorkflows()
  const { types } = useSuspenseQuery(schemaQuery).data
  const typeName = (uid: string) => types.find(type => type.uid === uid)?.displayName ?? uid
  const create = (
    <Button look="primary" icon="add" onClick={() => navigate({ to: '/settings/review-workflows/create' })}>
      {t('settings.workflowCreate')}
    </Button>
  )
  return (
    <SettingsFrame place={SETTINGS_PLACES.workflows} actions={may('create') ? create : undefined}>
      <Listed
        label={t('shell.placeWorkflows')}
        query={useQuery(workflowsQuery)}
        empty={t('settings.workflowNone')}
        emptyIcon="check"
        keyOf={({ id }) => id}
        columns={[
          { header: t('access.name'), cell: nameCell },
          { header: t('settings.workflowStages'), cell: stagesCell },
          {
            header: t('access.contentTypes'),
            cell: ({ types: uids }) => uids.map(typeName).join(', '),
            wideOnly: true,
          },
        ]}
      />
    </SettingsFrame>
  )
}

function nameCell({ id, name }: Workflow): ReactNode {
  return (
    <Link to="/settings/review-workflows/$id" params={{ id }} className="breaks">
      {name}
    </Link>
  )
}

function stagesCell({ stages }: Workflow): ReactNode {
  return (
    <span className="row wrap gap-1">
      {stages.map(({ id, name, colour }) => (
        <ColourBadge key={id} colour={colour}>
          {name}
        </ColourBadge>
      ))}
    </span>
  )
}

/** As Strapi's permissions say. */
export function useMayWorkflows(): (action: 'create' | 'update' | 'delete') => boolean {
  const { superAdmin, actions } = useSuspenseQuery(sessionQuery).data.rights
  return action => superAdmin || actions.includes(`admin::review-workflows.${action}`)
}
