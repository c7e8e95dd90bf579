/** Stores a user through the pipeline of all entries, in a transaction that no other change of rights overlaps. */
import { removeEntries } from '../../content/write/remove-entries.ts'
import type { AfterCommit } from '../../content/write/run-hooks.ts'
import { storeEntries } from '../../content/write/write-entries.ts'
import type { WritePolicy } from '../../content/write/write-order.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { SERVER_ACCESS } from '../../plan/access.ts'
import type { Caller } from '../access/authenticate.ts'
import { holdRights } from '../records/change-rights.ts'
import { judgeUser, type PlannedUser, preparedUser, type ReportProblems } from './user-entry.ts'
import { setRole, unsetRole, userType } from './user-store.ts'
import type { UsersContext } from './users-context.ts'

export interface UserWrite {
  readonly planned: PlannedUser
  /** Whose rules of rows hold for the user; nobody's if absent. */
  readonly writer?: Caller
  /** Refuses the user by throwing, for example because the name is taken. */
  readonly check?: (scope: WriteScope) => Promise<void>
  readonly report: ReportProblems
  /** The role that the user gets; their role does not change if absent. */
  readonly roleId?: number | undefined
  /** Changes what else depends on the user. */
  readonly alongside?: WritePolicy['alongside']
  readonly after?: AfterCommit | undefined
}

/** Returns the id of the user. */
export function writeUser(context: UsersContext, write: UserWrite): Promise<number> {
  const { planned, writer, check, report, roleId, alongside, after } = write
  const policy: WritePolicy = {
    lock: holdRights,
    check,
    judge: judgeUser(planned, report),
    alongside: async (scope, id) => {
      if (roleId !== undefined) await setRole(context, scope.ask, id, roleId)
      await alongside?.(scope, id)
    },
  }
  const order = { type: userType(context), access: writer ?? SERVER_ACCESS, prepared: [preparedUser(planned, after)] }
  return storeEntries(context.content, order, policy, async (_scope, [id]) => id!)
}

/** Includes components and links. */
export async function eraseUser(context: UsersContext, access: Caller, id: number): Promise<void> {
  const order = { type: userType(context), access, targets: [{ kind: 'stored', id }] } as const
  const alongside = (scope: WriteScope) => unsetRole(context, scope.ask, id)
  await removeEntries(context.content, order, { lock: holdRights, alongside }, async () => undefined)
}
