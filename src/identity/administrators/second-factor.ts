/**
 * Codes as the second factor of administrators, in our own table `second_factors`: the secret of an authenticator app, encrypted
 * with a key made from the secret of the installation, and hashes of recovery codes, which those have who have an app or a
 * passkey. Each code counts once. After a few wrong ones the next must wait, longer each time, wherever they come from: whoever
 * asks has the password already.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { PopulusError } from '../../errors.ts'
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import type { Database } from '../../storage/database.ts'
import { SECOND_FACTORS_TABLE } from '../../tables/desired/own-tables.ts'
import { changeIn, type Run } from '../records/change-rights.ts'
import { epochValue, idValue } from '../records/record-shape.ts'
import { sealed, unsealed } from '../sign-in/sealed-secret.ts'
import { base32, newTotpSecret, stepOfCode } from '../sign-in/totp.ts'
import type { AdminContext } from './admin-context.ts'

const RECOVERY_CODES = 10
const MINUTE = 60_000
/** So many mistakes cost nothing. */
const FREE_MISTAKES = 5
const LONGEST_WAIT = 60

export interface SecondFactor {
  /** Empty without an app. */
  readonly secret: string
  readonly isConfirmed: boolean
  /** Of the last code that was used. */
  readonly lastStep: number
  readonly recovery: readonly string[]
  readonly failures: number
  readonly failedAt: number
}

export function selectFactor({ dialect }: Database, adminId: number): Fragment {
  const columns = sql`secret, confirmed_at, last_step, recovery, failures, failed_at`
  return sql`select ${columns} from ${factors(dialect)} where ${isOf(dialect, adminId)}`
}

export function toFactor([secret, confirmedAt, lastStep, recovery, failures, failedAt]: Row): SecondFactor {
  return {
    secret: String(secret),
    isConfirmed: Number(confirmedAt) > 0,
    lastStep: Number(lastStep),
    recovery: JSON.parse(String(recovery)) as readonly string[],
    failures: Number(failures),
    failedAt: Number(failedAt),
  }
}

/** What a person has is looked at before it changes: the last factor may have to stay, and recovery codes are made once. */
export function changeFactors<T>(database: Database, adminId: number, work: (run: Run) => Promise<T>): Promise<T> {
  return changeAlone(database, `factors of ${adminId}`, work)
}

/** Not in use until it is confirmed with a code. Returns the secret for the app. */
export async function startSecondFactor(context: AdminContext, adminId: number): Promise<string> {
  const secret = newTotpSecret()
  const stored = value(sealed(placeOf(context, adminId), secret))
  await changeFactors(context.database, adminId, async run => {
    const [known] = await run(selectFactor(context.database, adminId))
    if (known !== undefined && toFactor(known).isConfirmed) throw new PopulusError('taken', { what: 'a second factor' })
    const { dialect } = context.database
    if (known === undefined) await insertFactor(run, dialect, adminId, { secret: stored, recovery: [] })
    else await updateFactor(run, dialect, adminId, sql`secret = ${stored}, last_step = ${epochValue(dialect, 0)}`)
  })
  return base32(secret)
}

/** Returns new recovery codes, which nobody sees again. Rejects with `wrongSecondFactor`. */
export async function confirmSecondFactor(
  context: AdminContext,
  adminId: number,
  code: string,
): Promise<readonly string[]> {
  const { codes, hashes } = newRecoveryCodes(context, adminId)
  const { dialect } = context.database
  const confirmed = sql`confirmed_at = ${epochValue(dialect, context.clock())}, recovery = ${value(JSON.stringify(hashes))}`
  await spend(context, adminId, {
    find: factor => usedOfApp(context, adminId, factor, code),
    confirm: run => updateFactor(run, dialect, adminId, confirmed),
  })
  return codes
}

/** For those who get another second factor than an app. Returns the codes if there were none, inside the transaction. */
export async function ensureRecoveryCodes(
  context: AdminContext,
  run: Run,
  adminId: number,
): Promise<readonly string[] | undefined> {
  const { dialect } = context.database
  const [known] = await run(selectFactor(context.database, adminId))
  if (known !== undefined && toFactor(known).recovery.length > 0) return undefined
  const { codes, hashes } = newRecoveryCodes(context, adminId)
  if (known === undefined) await insertFactor(run, dialect, adminId, { secret: value(''), recovery: hashes })
  else await updateFactor(run, dialect, adminId, sql`recovery = ${value(JSON.stringify(hashes))}`)
  return codes
}

function newRecoveryCodes(context: AdminContext, adminId: number) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(10)).toLowerCase())
  return {
    codes: codes.map(each => each.replace(/.{4}(?=.)/g, '$&-')),
    hashes: codes.map(each => hashOf(context, adminId, each)),
  }
}

/** The app is gone, and recovery codes stay. */
export function forgetApp(run: Run, dialect: SqlDialect, adminId: number): Promise<unknown> {
  return updateFactor(run, dialect, adminId, sql`secret = '', confirmed_at = ${epochValue(dialect, 0)}`)
}

/** The app and the recovery codes. */
export async function deleteFactor(run: Run, dialect: SqlDialect, adminId: number): Promise<boolean> {
  const gone = await run(sql`delete from ${factors(dialect)} where ${isOf(dialect, adminId)} returning admin_id`)
  return gone.length > 0
}

/** A code of the app, or a recovery code. Rejects with `wrongSecondFactor`, or `rateLimited` while it must wait. */
export async function spendCode(context: AdminContext, adminId: number, code: string): Promise<void> {
  await spend(context, adminId, {
    find: factor =>
      (factor.isConfirmed ? usedOfApp(context, adminId, factor, code) : undefined) ??
      usedOfRecovery(context, adminId, factor, code),
  })
}

/** What is left after a code. */
type Left = Pick<SecondFactor, 'lastStep' | 'recovery'>

interface Spending {
  /** `undefined` if the code is wrong. */
  readonly find: (factor: SecondFactor) => Left | undefined
  readonly confirm?: (run: Run) => Promise<unknown>
}

async function spend(context: AdminContext, adminId: number, { find, confirm }: Spending): Promise<void> {
  const { database, clock } = context
  const { dialect } = database
  const isRight = await changeIn(database, async run => {
    const [row] = await run(sql`${selectFactor(database, adminId)}${dialect.rowLock}`)
    if (row === undefined) throw new PopulusError('wrongSecondFactor')
    const factor = toFactor(row)
    const wait = factor.failedAt + waitOf(factor.failures) - clock()
    if (wait > 0) throw new PopulusError('rateLimited', {}, { retryAfter: Math.ceil(wait / 1000) })
    const left = find(factor)
    const changes =
      left === undefined
        ? sql`failures = failures + 1, failed_at = ${epochValue(dialect, clock())}`
        : sql`failures = 0, last_step = ${epochValue(dialect, left.lastStep)}, recovery = ${value(JSON.stringify(left.recovery))}`
    await updateFactor(run, dialect, adminId, changes)
    if (left !== undefined) await confirm?.(run)
    return left !== undefined
  })
  // After the commit: a mistake counts.
  if (!isRight) throw new PopulusError('wrongSecondFactor')
}

function usedOfApp(context: AdminContext, adminId: number, factor: SecondFactor, code: string): Left | undefined {
  const secret = unsealed(placeOf(context, adminId), factor.secret)
  if (secret === undefined) return undefined
  const step = stepOfCode(secret, plain(code), { now: context.clock(), after: factor.lastStep })
  return step === undefined ? undefined : { lastStep: step, recovery: factor.recovery }
}

function usedOfRecovery(
  context: AdminContext,
  adminId: number,
  { lastStep, recovery }: SecondFactor,
  code: string,
): Left | undefined {
  const hash = hashOf(context, adminId, plain(code))
  return recovery.includes(hash) ? { lastStep, recovery: recovery.filter(other => other !== hash) } : undefined
}

/** However it is typed. */
function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}

function waitOf(failures: number): number {
  return failures < FREE_MISTAKES ? 0 : Math.min(2 ** (failures - FREE_MISTAKES), LONGEST_WAIT) * MINUTE
}

async function insertFactor(
  run: Run,
  dialect: SqlDialect,
  adminId: number,
  { secret, recovery }: { readonly secret: Fragment; readonly recovery: readonly string[] },
): Promise<void> {
  const none = epochValue(dialect, 0)
  const values = sql`${idValue(dialect, adminId)}, ${secret}, ${none}, ${none}, ${value(JSON.stringify(recovery))}, 0, ${none}`
  // Of two at the same moment, the later one counts.
  await run(sql`
    insert into ${factors(dialect)} (admin_id, secret, confirmed_at, last_step, recovery, failures, failed_at) values (${values})
    on conflict (admin_id) do update set secret = excluded.secret, recovery = excluded.recovery`)
}

function updateFactor(run: Run, dialect: SqlDialect, adminId: number, changes: Fragment): Promise<unknown> {
  return run(sql`update ${factors(dialect)} set ${changes} where ${isOf(dialect, adminId)}`)
}

function factors({ ownSchema }: SqlDialect): Fragment {
  return table(SECOND_FACTORS_TABLE, ownSchema)
}

function isOf(dialect: SqlDialect, adminId: number): Fragment {
  return sql`admin_id = ${idValue(dialect, adminId)}`
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
