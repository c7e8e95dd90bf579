/** The name of a review workflow, its types, its stages in their order, and where entries are published. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Workflow, WorkflowInput, WorkflowRole } from '../../../../../src/admin-api/review/workflow-api.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useSortableTexts } from '../../../forms/use-sortable-texts.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { moved } from '../../../ui/drag/moved.ts'
import { SortableList } from '../../../ui/drag/sortable-list.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Choices } from '../../../ui/inputs/choices.tsx'
import { NameField } from '../../../ui/inputs/name-field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { type FormStage, newStage, stageInput, toFormStages } from './form-stages.ts'
import { StageFields } from './stage-fields.tsx'

export interface WorkflowFormProps {
  /** Absent: a new one. */
  readonly workflow?: Workflow
  readonly roles: readonly WorkflowRole[]
  readonly readOnly?: boolean
  readonly actions?: ReactNode
  readonly onSend: (input: WorkflowInput) => Promise<void>
}

export function WorkflowForm({ workflow, roles, readOnly = false, actions, onSend }: WorkflowFormProps): ReactNode {
  const { t } = useTexts()
  const { types } = useSuspenseQuery(schemaQuery).data
  const [chosen, setChosen] = useState<readonly string[]>(workflow?.types ?? [])
  const [stages, setStages] = useState(() =>
    toFormStages(workflow, [t('settings.workflowTodo'), t('settings.workflowReview'), t('settings.workflowReady')]),
  )
  const [from, setFrom] = useState(() => stages.find(({ name }) => name === workflow?.publishFrom)?.key ?? '')
  const form = useSubmit(({ name = '' }) => {
    const publishFrom = stages.find(({ key }) => key === from)?.name ?? null
    return onSend({ name, types: chosen, stages: stages.map(stageInput), publishFrom })
  })
  return (
    <SettingsForm form={form} isColumn readOnly={readOnly} actions={actions}>
      <NameField
        label={t('access.name')}
        name={workflow?.name}
        autoFocus={workflow === undefined}
        error={form.problems.name}
      />
      <Choices
        title={t('access.contentTypes')}
        hint={t('settings.workflowTypesHint')}
        options={types.filter(({ visible }) => visible).map(type => ({ value: type.uid, label: type.displayName }))}
        chosen={chosen}
        error={form.problems.types}
        onChange={setChosen}
      />
      <Stages stages={stages} roles={roles} problems={form.problems} readOnly={readOnly} onChange={setStages} />
      <Select
        label={t('settings.workflowPublishFrom')}
        hint={t('settings.workflowPublishFromHint')}
        value={from}
        options={[
          { value: '', label: t('settings.workflowAnyStage') },
          ...stages.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        onChange={setFrom}
      />
    </SettingsForm>
  )
}

interface StagesProps extends Pick<WorkflowFormProps, 'roles'> {
  readonly stages: readonly FormStage[]
  readonly problems: Readonly<Record<string, string>>
  readonly readOnly: boolean
  readonly onChange: (stages: readonly FormStage[]) => void
}

function Stages({ stages, roles, problems, readOnly, onChange }: StagesProps): ReactNode {
  const { t } = useTexts()
  const texts = useSortableTexts()
  return (
    <section className="stack gap-2" aria-label={t('settings.workflowStages')}>
      <h2 className="small strong">{t('settings.workflowStages')}</h2>
      <p className="small soft">{t('settings.workflowStagesHint')}</p>
      <SortableList
        label={t('settings.workflowStages')}
        items={stages}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        onMove={(from, to) => onChange(moved(stages, from, to))}
        texts={texts}
        disabled={readOnly}
      >
        {(stage, index, handle) => (
          <StageFields
            stage={stage}
            roles={roles}
            handle={handle}
            problem={problems[`stages.${index}.name`] ?? problems[`stages.${index}.colour`]}
            onChange={change => onChange(stages.map(other => (other === stage ? { ...other, ...change } : other)))}
            onMove={step => onChange(moved(stages, index, Math.max(0, index + step)))}
            onRemove={stages.length > 1 ? () => onChange(stages.filter(other => other !== stage)) : undefined}
          />
        )}
      </SortableList>
      {readOnly ? null : (
        <div>
          <Button size="small" icon="add" onClick={() => onChange([...stages, newStage('', stages.length)])}>
            {t('settings.workflowAddStage')}
          </Button>
        </div>
      )}
    </section>
  )
}
