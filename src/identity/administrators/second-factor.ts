/**
 * The second factor of administrators, in our own table `second_factors`: the secret of an authenticator app, encrypted with a
 * key made from the secret of the installation, and hashes of recovery codes. Each code counts once. After a few wrong ones
 * the next must wait, longer each time, wherever they come from: whoever asks has the password already.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { PopulusError } from '../../errors.ts'
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import { SECOND_FACTORS_TABLE } from '../../tables/desired/own-tables.ts'
import { changeIn, type Run } from '../records/change-rights.ts'
import { readRows } from '../records/read-rows.ts'
import { epochValue, idValue } from '../records/stored-type.ts'
import { sealed, unsealed } from '../sign-in/sealed-secret.ts'
import { base32, newTotpSecret, stepOfCode } from '../sign-in/totp.ts'
import type { AdminContext } from './admin-context.ts'

const RECOVERY_CODES = 10
const MINUTE = 60_000
/** So many mistakes cost nothing. */
const FREE_MISTAKES = 5
const LONGEST_WAIT = 60

export interface SecondFactor {
  readonly secret: string
  readonly isConfirmed: boolean
  /** Of the last code that was used. */
  readonly lastStep: number
  readonly recovery: readonly string[]
  readonly failures: number
  readonly failedAt: number
}

export async function findSecondFactor(context: AdminContext, adminId: number): Promise<SecondFactor | undefined> {
  const [[row] = []] = await readRows(context.database, [select(context, adminId)])
  return row === undefined ? undefined : toFactor(row)
}

/** Whether the server asks for a second factor that the administrator does not have. */
export async function lacksFactor(context: AdminContext, adminId: number): Promise<boolean> {
  return (
    context.settings.secondFactor === 'required' && (await findSecondFactor(context, adminId))?.isConfirmed !== true
  )
}

/** Not in use until it is confirmed with a code. Returns the secret for the app. */
export async function startSecondFactor(context: AdminContext, adminId: number): Promise<string> {
  const secret = newTotpSecret()
  const { dialect } = context.database
  const none = epochValue(dialect, 0)
  const values = sql`${idValue(dialect, adminId)}, ${value(sealed(placeOf(context, adminId), secret))}, ${none}, ${none}, '[]', 0, ${none}`
  await changeIn(context.database, async run => {
    const [known] = await run(select(context, adminId))
    if (known !== undefined && toFactor(known).isConfirmed) throw new PopulusError('taken', { what: 'a second factor' })
    await run(sql`delete from ${factors(context)} where admin_id = ${idValue(dialect, adminId)}`)
    await run(
      sql`insert into ${factors(context)} (admin_id, secret, confirmed_at, last_step, recovery, failures, failed_at) values (${values})`,
    )
  })
  return base32(secret)
}

/** Returns the recovery codes, which nobody sees again. Rejects with `wrongSecondFactor`. */
export async function confirmSecondFactor(
  context: AdminContext,
  adminId: number,
  code: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(10)).toLowerCase())
  const hashes = JSON.stringify(codes.map(each => hashOf(context, adminId, each)))
  await spendCode(context, adminId, code, run =>
    run(
      sql`update ${factors(context)} set confirmed_at = ${epochValue(context.database.dialect, context.clock())}, recovery = ${value(hashes)} where ${isOf(context, adminId)}`,
    ),
  )
  return codes.map(each => each.replace(/.{4}(?=.)/g, '$&-'))
}

export async function removeSecondFactor(context: AdminContext, adminId: number): Promise<boolean> {
  return changeIn(context.database, async run => {
    const gone = await run(sql`delete from ${factors(context)} where ${isOf(context, adminId)} returning admin_id`)
    return gone.length > 0
  })
}

/** A code of the app, or a recovery code. Rejects with `wrongSecondFactor`, or `rateLimited` while it must wait. */
export async function spendCode(
  context: AdminContext,
  adminId: number,
  code: string,
  then: (run: Run) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const { database, clock } = context
  const { dialect } = database
  const isRight = await changeIn(database, async run => {
    const [row] = await run(sql`${select(context, adminId)}${dialect.rowLock}`)
    if (row === undefined) throw new PopulusError('wrongSecondFactor')
    const factor = toFactor(row)
    const wait = factor.failedAt + waitOf(factor.failures) - clock()
    if (wait > 0) throw new PopulusError('rateLimited', {}, { retryAfter: Math.ceil(wait / 1000) })
    const used = usedBy(context, adminId, factor, code)
    const changes =
      used === undefined
        ? sql`failures = failures + 1, failed_at = ${epochValue(dialect, clock())}`
        : sql`failures = 0, last_step = ${epochValue(dialect, used.lastStep)}, recovery = ${value(JSON.stringify(used.recovery))}`
    await run(sql`update ${factors(context)} set ${changes} where ${isOf(context, adminId)}`)
    if (used !== undefined) await then(run)
    return used !== undefined
  })
  // After the commit: a mistake counts.
  if (!isRight) throw new PopulusError('wrongSecondFactor')
}

/** What is left after a code; `undefined` if it is wrong. */
function usedBy(
  context: AdminContext,
  adminId: number,
  factor: SecondFactor,
  code: string,
): Pick<SecondFactor, 'lastStep' | 'recovery'> | undefined {
  const { lastStep, recovery, isConfirmed } = factor
  const given = code.replace(/[\s-]/g, '').toLowerCase()
  const secret = unsealed(placeOf(context, adminId), factor.secret)
  const step = secret === undefined ? undefined : stepOfCode(secret, given, { now: context.clock(), after: lastStep })
  if (step !== undefined) return { lastStep: step, recovery }
  const hash = hashOf(context, adminId, given)
  if (!isConfirmed || !recovery.includes(hash)) return undefined
  return { lastStep, recovery: recovery.filter(other => other !== hash) }
}

function waitOf(failures: number): number {
  return failures < FREE_MISTAKES ? 0 : Math.min(2 ** (failures - FREE_MISTAKES), LONGEST_WAIT) * MINUTE
}

function select(context: AdminContext, adminId: number): Fragment {
  const columns = sql`secret, confirmed_at, last_step, recovery, failures, failed_at`
  return sql`select ${columns} from ${factors(context)} where ${isOf(context, adminId)}`
}

function toFactor([secret, confirmedAt, lastStep, recovery, failures, failedAt]: Row): SecondFactor {
  return {
    secret: String(secret),
    isConfirmed: Number(confirmedAt) > 0,
    lastStep: Number(lastStep),
    recovery: JSON.parse(String(recovery)) as readonly string[],
    failures: Number(failures),
    failedAt: Number(failedAt),
  }
}

function factors({ database }: AdminContext): Fragment {
  return table(SECOND_FACTORS_TABLE, database.dialect.ownSchema)
}

function isOf({ database }: AdminContext, adminId: number): Fragment {
  return sql`admin_id = ${idValue(database.dialect, adminId)}`
}

function hashOf({ secrets }: AdminContext, adminId: number, code: string): string {
  return createHmac('sha256', secrets.admin ?? '')
    .update(`second factor ${adminId} ${code}`)
    .digest('hex')
}

/** Bound to the administrator: the row of somebody else is of no use. */
function placeOf({ secrets }: AdminContext, adminId: number) {
  return { secret: secrets.admin ?? '', purpose: 'populus second factor', owner: String(adminId) }
}
