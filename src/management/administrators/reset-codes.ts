/** Codes for a new password of an administrator, sent by mail. They end with the old password, and work once. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import {
  type Administrator,
  isActive,
  loadAdministrators,
  selectPasswordOf,
} from '../../identity/administrators/administrators.ts'
import { changeIn } from '../../identity/records/change-rights.ts'
import { readRows } from '../../identity/records/read-rows.ts'
import { idValue } from '../../identity/records/stored-type.ts'
import { sendUnseen } from '../../identity/users/user-mail.ts'
import { checkInput, email, password, text } from '../../input/check-input.ts'
import { sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { USER_CODES_TABLE } from '../../tables/desired/own-tables.ts'
import { escapeHtml } from '../../util/escape-html.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { updateAdministrator } from './manage-administrators.ts'

const PURPOSE = 'adminPassword'
const CODE_BYTES = 32
/** No administrator has this id. */
const NOBODY = 0

const forgotInput = z.strictObject({ email: email() })

/**
 * Sends a code if an active administrator has the address. The look-up runs after the answer and does the same work for an
 * unknown address, so that nobody learns which addresses exist.
 */
export function requestReset(context: AdminContext, input: unknown): void {
  const { email: address } = checkInput(forgotInput, input)
  context.users.mail.checkReady()
  context.users.later(() => sendCode(context, address))
}

async function sendCode(context: AdminContext, address: string): Promise<void> {
  const known = (await loadAdministrators(context)).find(person => person.email.toLowerCase() === address)
  const person = known !== undefined && isActive(known) ? known : undefined
  const code = await makeCode(context, person)
  const link = `${context.users.serverUrl}/admin/auth/reset-password?code=${code}`
  const mail = {
    to: address,
    from: undefined,
    replyTo: undefined,
    subject: 'Reset password',
    html: `<p>We heard that you lost your password. Sorry about that!</p><p>You can choose a new one here: <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
  }
  await sendUnseen(context.users, person === undefined ? null : mail)
}

async function makeCode(context: AdminContext, person: Administrator | undefined): Promise<string> {
  const { database, clock, users } = context
  const { dialect } = database
  const code = randomBytes(CODE_BYTES).toString('hex')
  const id = idValue(dialect, person?.id ?? NOBODY)
  const expires = moment(dialect, clock() + users.config.resetCodeLifetime * 1000)
  const bound = value(await boundTo(context, person))
  await changeIn(database, async run => {
    await run(sql`delete from ${codes(dialect)} where purpose = ${value(PURPOSE)} and user_id = ${id}`)
    await run(sql`
      insert into ${codes(dialect)} (code_hash, purpose, user_id, bound_to, expires_at)
      values (${value(hashOf(code))}, ${value(PURPOSE)}, ${id}, ${bound}, ${expires})`)
  })
  return code
}

const resetInput = z.strictObject({ code: text(), password: password() })

/** Sets the password and ends all sessions of the administrator. Throws `wrongCode`. */
export async function resetWithCode(context: AdminContext, input: unknown): Promise<void> {
  const { code, password: chosen } = checkInput(resetInput, input)
  const { database, clock } = context
  const { dialect } = database
  const valid = sql`code_hash = ${value(hashOf(code))} and purpose = ${value(PURPOSE)} and expires_at > ${moment(dialect, clock())}`
  const [[row] = []] = await readRows(database, [sql`select user_id, bound_to from ${codes(dialect)} where ${valid}`])
  const person = (await loadAdministrators(context)).find(({ id }) => id === Number(row?.[0] ?? NOBODY))
  const isValid =
    person !== undefined && isActive(person) && sameSecret(String(row?.[1]), await boundTo(context, person))
  if (!isValid) throw new PopulusError('wrongCode')
  const spent = await changeIn(database, run =>
    run(sql`delete from ${codes(dialect)} where ${valid} returning user_id`),
  )
  if (spent.length === 0) throw new PopulusError('wrongCode')
  await updateAdministrator(context, person.id, { password: chosen })
}

/** When the address or the password changes, the code is no longer valid. */
async function boundTo({ database, schema }: AdminContext, person: Administrator | undefined): Promise<string> {
  const [[row] = []] = await readRows(database, [selectPasswordOf(database.dialect, schema, person?.id ?? NOBODY)])
  return hashOf(JSON.stringify([person?.id, person?.email, row?.[1]]))
}

function hashOf(given: string): string {
  return createHash('sha256').update(given).digest('hex')
}

function codes({ ownSchema }: SqlDialect) {
  return table(USER_CODES_TABLE, ownSchema)
}

function moment(dialect: SqlDialect, milliseconds: number) {
  return value(dialect.encode('biginteger', milliseconds))
}
