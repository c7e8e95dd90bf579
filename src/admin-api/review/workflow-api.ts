/** Review workflows: the stages that entries of some types go through, and who may move them. */
import type { Data } from '../route-types.ts'

export interface WorkflowApi {
  /** By name. These five need the rights `admin::review-workflows.read`, `create`, `update` and `delete`. */
  readonly 'GET /workflows': { readonly answer: Data<readonly Workflow[]> }
  readonly 'POST /workflows': { readonly body: WorkflowInput; readonly answer: Data<Workflow> }
  readonly 'GET /workflows/:id': { readonly answer: Data<Workflow> }
  /**
   * What is not named stays. Entries of a stage that is gone are in the nearest one before it; those of a type that is gone are
   * in none.
   */
  readonly 'PUT /workflows/:id': { readonly body: Partial<WorkflowInput>; readonly answer: Data<Workflow> }
  readonly 'DELETE /workflows/:id': { readonly answer: Data<{ readonly deleted: boolean }> }
  /** The roles that stages can name. Needs any of the rights above. */
  readonly 'GET /workflow-roles': { readonly answer: Data<readonly WorkflowRole[]> }
  /** `locale` means the translation of the entry. With `from`, only if the entry still is in that stage: else 409. */
  readonly 'PUT /content/:uid/:id/stage': {
    readonly query: { readonly locale?: string }
    readonly body: { readonly stage: string; readonly from?: string }
    readonly answer: Data<EntryStage>
  }
}

export interface WorkflowInput {
  readonly name: string
  /** The uids of content types. A type belongs to one workflow at most. */
  readonly types?: readonly string[]
  /** In their order; at least one. New entries are in the first. */
  readonly stages: readonly StageInput[]
  /** The name of the stage in which administrators may publish entries; `null` for all of them. */
  readonly publishFrom?: string | null
}

export interface StageInput {
  /** Of a stage that is there already. */
  readonly id?: string
  readonly name: string
  /** Such as `#4945ff`. */
  readonly colour: string
  /** The ids of the roles that may move entries out of the stage; `null`: whoever may change the entry. */
  readonly leave?: readonly number[] | null
  /** The same, into the stage. */
  readonly enter?: readonly number[] | null
}

export interface Workflow extends Required<WorkflowInput> {
  readonly id: string
  readonly stages: readonly Stage[]
}

export type Stage = Required<StageInput>

export interface WorkflowRole {
  readonly id: number
  readonly name: string
}

/** In which stage an entry is, and where the person may move it. */
export interface EntryStage {
  /** The name of the workflow. */
  readonly workflow: string
  /** The id of the stage. */
  readonly stage: string
  /** All stages, in their order. */
  readonly stages: readonly StagePlace[]
  /** The id of the stage in which administrators may publish; `null` for all of them. */
  readonly publishFrom: string | null
  /** `null` for an entry that nobody has moved. */
  readonly movedAt: string | null
  readonly movedBy: { readonly id: number; readonly name: string } | null
}

/** A stage that a list of entries can be limited to. */
export interface ListedStage extends StageMark {
  readonly id: string
  /** Whether the person may move entries into it, if they may move them out of where they are. */
  readonly mayEnter: boolean
}

export interface StagePlace extends StageMark {
  readonly id: string
  /** Whether the person may move the entry there now. */
  readonly mayMove: boolean
}

/** A stage as a list shows it. */
export interface StageMark {
  readonly name: string
  readonly colour: string
}
