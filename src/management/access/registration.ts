/** Who may register as an end user, and what happens then, in Strapi's settings table. */
import { z } from 'zod'
import type { RegistrationInput, RegistrationSettings } from '../../admin-api/settings/registration-api.ts'
import { loadRoles } from '../../identity/access/role-rights.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { changeRights } from '../../identity/records/change-rights.ts'
import { ADVANCED_SETTINGS, loadUsersSettings } from '../../identity/users/users-settings.ts'
import { badInput, checkInput, flag, line, text } from '../../input/check-input.ts'
import { isObject } from '../../schema/json-value.ts'
import { readCoreStore, setCoreStore } from '../../tables/core-store.ts'

const LONGEST = 2000

const INPUT = z.strictObject({
  allowRegister: flag().optional(),
  uniqueEmail: flag().optional(),
  emailConfirmation: flag().optional(),
  confirmationRedirect: line(LONGEST)
    .refine(given => given === '' || isAddress(given) || isPath(given), {
      error: 'expected an address such as https://www.example.org/welcome, or a path',
    })
    .optional(),
  resetPasswordUrl: line(LONGEST)
    .refine(given => given === '' || isAddress(given), {
      error: 'expected an address such as https://www.example.org/reset-password',
    })
    .optional(),
  defaultRole: text().optional(),
})

export async function loadRegistration({ database, schema, users }: AdminContext): Promise<RegistrationSettings> {
  const settings = await loadUsersSettings(users)
  const roles = await loadRoles(database, schema)
  return {
    allowRegister: settings.allowRegister,
    uniqueEmail: settings.uniqueEmail,
    emailConfirmation: settings.emailConfirmation,
    confirmationRedirect: settings.confirmationRedirect,
    resetPasswordUrl: settings.resetPasswordUrl,
    defaultRole: settings.defaultRole,
    roles: roles.flatMap(({ type, name }) => (type === null || type === '' ? [] : [{ type, name: name ?? type }])),
    mail: users.mail.facts.delivery !== 'none',
  }
}

/** Rejects with `badInput`. What others keep under the same key stays. */
export async function changeRegistration(context: AdminContext, body: unknown): Promise<RegistrationSettings> {
  const changes = checkInput(INPUT, body)
  const before = await loadRegistration(context)
  const { defaultRole } = changes
  if (defaultRole !== undefined && !before.roles.some(({ type }) => type === defaultRole)) {
    const available = before.roles.map(({ type }) => type).join(', ')
    throw badInput([{ path: ['defaultRole'], message: `expected the type of a role; available: ${available}` }])
  }
  await changeRights(context, async run => {
    const stored = await readCoreStore(run, ADVANCED_SETTINGS)
    // Settings that could not be understood are written as they were taken.
    const all = isObject(stored) ? stored : asStored(before)
    await setCoreStore(run, ADVANCED_SETTINGS, { ...all, ...asStored(changes) })
  })
  return loadRegistration(context)
}

type Changes = { readonly [Name in keyof RegistrationInput]?: RegistrationInput[Name] | undefined }

function asStored(given: Changes): Readonly<Record<string, unknown>> {
  const values = {
    allow_register: given.allowRegister,
    unique_email: given.uniqueEmail,
    email_confirmation: given.emailConfirmation,
    email_confirmation_redirection: pageOf(given.confirmationRedirect),
    email_reset_password: pageOf(given.resetPasswordUrl),
    default_role: given.defaultRole,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Strapi has `null` for none. */
function pageOf(given: string | undefined): string | null | undefined {
  return given === '' ? null : given
}

/** Apps have schemes of their own. */
function isAddress(given: string): boolean {
  return (
    /^[a-z][a-z\d+.-]*:\/\//i.test(given) &&
    !/^(javascript|data|vbscript|file|blob):/i.test(given) &&
    URL.canParse(given)
  )
}

function isPath(given: string): boolean {
  return /^\/(?![/\\])/.test(given) && URL.canParse(given, 'http://localhost')
}
