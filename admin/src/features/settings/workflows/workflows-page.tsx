/** The review workflows: which types go through which stages. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Workflow } from '../../../../../src/admin-api/review/workflow-api.ts'
import { call } from '../../../api/call.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ColourBadge } from '../../../ui/display/colour-badge.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { NewButton } from '../shared/new-button.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'
import { useMay } from '../shared/use-may.ts'

export const workflowsQuery = settingsQuery(['workflows'], options => call('GET /workflows', options))

export function WorkflowsPage(): ReactNode {
  const { t } = useTexts()
  const may = useMay('admin::review-workflows')
  const { types } = useSuspenseQuery(schemaQuery).data
  const typeName = (uid: string) => types.find(type => type.uid === uid)?.displayName ?? uid
  const create = <NewButton to="/settings/review-workflows/create">{t('settings.workflowCreate')}</NewButton>
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
