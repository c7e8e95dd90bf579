/** The stages of a workflow while they are changed. */
import type { StageInput, Workflow } from '../../../../../src/admin-api/review/workflow-api.ts'

export interface FormStage extends Required<Omit<StageInput, 'id'>> {
  /** Tells stages apart, also those that are not saved yet. */
  readonly key: string
  /** Absent for a new one. */
  readonly id?: string
}

const COLOURS = ['#4945ff', '#f29d41', '#328048', '#9736e8', '#d02b20', '#0c75af'] as const

let made = 0

export function newStage(name: string, index: number): FormStage {
  made += 1
  return { key: `new ${made}`, name, colour: COLOURS[index % COLOURS.length]!, leave: null, enter: null }
}

/** `names`: those that a new workflow begins with. */
export function toFormStages(workflow: Workflow | undefined, names: readonly string[]): readonly FormStage[] {
  return workflow === undefined ? names.map(newStage) : workflow.stages.map(stage => ({ ...stage, key: stage.id }))
}

export function stageInput({ key: _, ...stage }: FormStage): StageInput {
  return stage
}
