/** One stage: its name and colour, and the roles that may move entries out of it and into it. */
import { type ReactNode, useState } from 'react'
import type { WorkflowRole } from '../../../../../src/admin-api/review/workflow-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { Choices } from '../../../ui/inputs/choices.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsFields } from '../../../ui/page/settings-form.tsx'
import type { FormStage } from './form-stages.ts'

const WAYS = { enter: 'settings.workflowEnter', leave: 'settings.workflowLeave' } as const

export interface StageFieldsProps {
  readonly stage: FormStage
  readonly roles: readonly WorkflowRole[]
  readonly handle: ReactNode
  readonly problem: string | undefined
  readonly onChange: (change: Partial<FormStage>) => void
  readonly onMove: (step: number) => void
  /** Absent for the last one that is left. */
  readonly onRemove: (() => void) | undefined
}

export function StageFields(props: StageFieldsProps): ReactNode {
  const { stage, roles, handle, problem, onChange, onMove, onRemove } = props
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(stage.leave !== null || stage.enter !== null)
  return (
    <div className="box surface pad-1-2 stack gap-2">
      <div className="row wrap gap-2">
        {handle}
        <div className="grow">
          <TextField
            label={t('settings.workflowStageName')}
            hideLabel
            required
            value={stage.name}
            error={problem}
            onChange={name => onChange({ name })}
          />
        </div>
        <TextField
          type="color"
          label={`${t('settings.workflowColour')}: ${stage.name}`}
          hideLabel
          value={stage.colour}
          onChange={colour => onChange({ colour })}
        />
        <IconButton
          size="small"
          icon="arrowUp"
          label={`${t('form.moveUp')}: ${stage.name}`}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="small"
          icon="arrowDown"
          label={`${t('form.moveDown')}: ${stage.name}`}
          onClick={() => onMove(1)}
        />
        <IconButton
          size="small"
          icon="lock"
          label={t('form.editField', { name: stage.name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {onRemove === undefined ? null : (
          <IconButton size="small" icon="close" label={t('form.removeItem', { name: stage.name })} onClick={onRemove} />
        )}
      </div>
      {isOpen ? (
        <SettingsFields>
          {(['enter', 'leave'] as const).map(way => (
            <Movers
              key={way}
              label={t('settings.workflowRolesOf', { what: t(WAYS[way]), name: stage.name })}
              roles={roles}
              chosen={stage[way]}
              onChange={list => onChange({ [way]: list })}
            />
          ))}
        </SettingsFields>
      ) : null}
    </div>
  )
}

interface MoversProps {
  readonly label: string
  readonly roles: readonly WorkflowRole[]
  /** `null`: whoever may change the entry. */
  readonly chosen: readonly number[] | null
  readonly onChange: (chosen: readonly number[] | null) => void
}

function Movers({ label, roles, chosen, onChange }: MoversProps): ReactNode {
  const { t } = useTexts()
  return (
    <div className="stack gap-2">
      <Select
        label={label}
        value={chosen === null ? 'all' : 'roles'}
        options={[
          { value: 'all', label: t('settings.workflowAnyone') },
          { value: 'roles', label: t('settings.workflowOnlyRoles') },
        ]}
        onChange={value => onChange(value === 'all' ? null : [])}
      />
      {chosen === null ? null : (
        <Choices
          title={t('shell.placeRoles')}
          options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          chosen={chosen.map(String)}
          error={undefined}
          onChange={list => onChange(list.map(Number))}
        />
      )}
    </div>
  )
}
