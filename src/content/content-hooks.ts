/**
 * Where code of a project takes part in writes. Whoever runs such code provides one `ContentHooks`; everything that writes
 * an entry calls it through `write/run-hooks.ts`. Seeding, importing and restoring do not.
 */
import type { Access } from '../plan/access.ts'
import type { ContentType } from '../schema/schema.ts'

export type HookedAction = 'create' | 'update' | 'delete'

type Values = Readonly<Record<string, unknown>>

/** Who wants the write: nobody in particular, an end user, or an administrator. */
export interface WriteCaller extends Access {
  readonly userId?: number | null
  readonly adminId?: number | undefined
  readonly tokenId?: number | undefined
}

export interface HookedWrite {
  readonly action: HookedAction
  readonly type: ContentType
  /** `null` for an entry that does not exist yet. */
  readonly id: number | null
  /** Every entry that the same operation changes; more than one for bulk actions. */
  readonly ids: readonly number[]
  readonly caller: WriteCaller
  /** Shared by everything that runs before and after one write. */
  readonly state: Record<string, unknown>
}

export interface BeforeWrite extends HookedWrite {
  /** The attributes of the body; empty for a deletion. A copy: changing it changes nothing else. */
  readonly data: Record<string, unknown>
}

export interface AfterWrite extends HookedWrite {
  readonly id: number
  /** What was stored of the body and by the code that ran before. */
  readonly data: Values
}

export interface ContentHooks {
  /** Asked for every write. Types without hooks are written as if there were none at all. */
  has(uid: string, when: 'beforeWrite' | 'afterWrite'): boolean
  /** Whether `beforeWrite` is to see valid values only. What it makes of them is checked in any case. */
  readonly validFirst?: boolean
  /** Runs outside the transaction, before anything is planned. Returns what to store; throwing refuses the write. */
  beforeWrite(event: BeforeWrite): Promise<Values>
  /** Runs after the commit and before the answer. Throwing changes the answer, but not what is stored. */
  afterWrite(event: AfterWrite): Promise<void>
}
