/** Makes a user ready to be stored: judged before the code of the project sees the values, and again after it. */
import type { JsonObject } from '../../schema/json-value.ts'
import type { Run } from '../records/change-rights.ts'
import { judgeUserNow, planUser, type ReportProblems, type UserInput } from './user-entry.ts'
import { runUserHooks, type UserToHook } from './user-hooks.ts'
import type { Problem } from './user-problem.ts'
import { looking } from './user-store.ts'
import type { UsersContext } from './users-context.ts'
import type { UserWrite } from './write-user.ts'

/** What holds for the values of a user, whoever has set them. */
export interface UserRules {
  /** Refuses values of the wrong form, by throwing. The sent ones were checked before. */
  readonly checkForm: (values: JsonObject) => void
  /** Refuses names and addresses that others have, by throwing. */
  readonly refuseTaken: (values: JsonObject, ask: Run) => Promise<void>
  readonly roleOf: (values: JsonObject) => Promise<UserRole>
  readonly report: ReportProblems
  /** Who writes, as far as their rights matter. */
  readonly writer: UserInput['caller']
  /** The values that the server sets, unless the code of the project sets others. */
  readonly decided?: JsonObject
}

export interface UserRole {
  /** Absent: the role does not change. */
  readonly id: number | undefined
  readonly problems: readonly Problem[]
}

export interface ReadyUser extends Pick<UserWrite, 'planned' | 'check' | 'report' | 'roleId' | 'after'> {
  /** The values that were sent, and those that the code of the project has set. */
  readonly all: JsonObject
}

export async function prepareUser(
  context: UsersContext,
  write: Omit<UserToHook, 'check'>,
  { checkForm, refuseTaken, roleOf, report, writer, decided }: UserRules,
): Promise<ReadyUser> {
  const inputOf = (given: JsonObject, byCode: JsonObject = {}) => ({
    ...{ caller: writer, given, id: write.id },
    decided: { ...decided, ...byCode },
  })
  const reportWith = (role: UserRole) => (problems: readonly Problem[]) => report([...problems, ...role.problems])
  const check = async (values: JsonObject) => {
    await refuseTaken(values, looking(context))
    await judgeUserNow(context, inputOf(values), reportWith(await roleOf(values)))
  }
  const { given, decided: byCode, all, after } = await runUserHooks(context, { ...write, check })
  checkForm(all)
  await refuseTaken(all, looking(context))
  const role = await roleOf(all)
  return {
    all,
    planned: await planUser(context, inputOf(given, byCode)),
    // Another write may have come first while the password was hashed.
    check: ({ ask }) => refuseTaken(all, ask),
    report: reportWith(role),
    roleId: role.id,
    after,
  }
}
