/** The mails to end users: their texts, as Strapi stores them, and what they look like. */
import type { MailTemplateInfo, PreviewedMail } from '../../admin-api/settings/mail-api.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { changeRights } from '../../identity/records/change-rights.ts'
import {
  MAIL_NAMES,
  MAIL_TEMPLATES,
  type MailName,
  type MailTemplate,
  templatesIn,
  USUAL_TEMPLATES,
  withTemplate,
} from '../../identity/users/mail-templates.ts'
import { mailValues, PLACEHOLDER, userMail } from '../../identity/users/user-mail.ts'
import { loadUsersSettings, type UsersSettings } from '../../identity/users/users-settings.ts'
import { readCoreStore, setCoreStore } from '../../tables/core-store.ts'
import { changedTemplate } from './template-input.ts'

/** Who gets the mail of a preview. */
const EXAMPLE = { user: { id: 1, username: 'ann', email: 'ann@example.org' }, code: 'c0de4example' }

export async function listTemplates({ users }: AdminContext): Promise<readonly MailTemplateInfo[]> {
  const settings = await loadUsersSettings(users)
  return MAIL_NAMES.map(name => infoOf(users, settings, name))
}

/** Rejects with `notFound` or `badInput`. */
export async function changeTemplate(context: AdminContext, given: string, body: unknown): Promise<MailTemplateInfo> {
  const name = knownName(given)
  const variables = variablesOf(context, await loadUsersSettings(context.users), name)
  return storeTemplate(context, name, before => changedTemplate(before, body, variables))
}

/** Rejects with `notFound`. */
export function resetTemplate(context: AdminContext, given: string): Promise<MailTemplateInfo> {
  const name = knownName(given)
  return storeTemplate(context, name, () => USUAL_TEMPLATES[name])
}

/** With changes that are not stored. Rejects with `notFound` or `badInput`. */
export async function previewTemplate({ users }: AdminContext, given: string, body: unknown): Promise<PreviewedMail> {
  const name = knownName(given)
  const settings = await loadUsersSettings(users)
  const template = changedTemplate(settings.mails[name], body, variablesOf({ users }, settings, name))
  const mails = { ...settings.mails, [name]: template }
  const { to, from, replyTo, subject, html } = userMail(users, { ...settings, mails }, name, EXAMPLE)
  const { facts } = users.mail
  return { to, from: from ?? facts.from, replyTo: replyTo ?? facts.replyTo, subject, html }
}

async function storeTemplate(
  context: AdminContext,
  name: MailName,
  changed: (before: MailTemplate) => MailTemplate,
): Promise<MailTemplateInfo> {
  await changeRights(context, async run => {
    const stored = await readCoreStore(run, MAIL_TEMPLATES)
    await setCoreStore(run, MAIL_TEMPLATES, withTemplate(stored, name, changed(templatesIn(stored)[name])))
  })
  return infoOf(context.users, await loadUsersSettings(context.users), name)
}

function knownName(given: string): MailName {
  const name = MAIL_NAMES.find(known => known === given)
  if (name === undefined) throw new PopulusError('notFound')
  return name
}

function infoOf(users: AdminContext['users'], settings: UsersSettings, name: MailName): MailTemplateInfo {
  const template = settings.mails[name]
  const { from, replyTo, subject, message } = template
  const values = mailValues(users, settings, name, EXAMPLE)
  return {
    name,
    ...{ fromName: from.name, fromEmail: from.email, replyTo, subject, message },
    variables: [...values.keys()],
    url: values.get('URL') ?? '',
    isUsual: isUsual(template, USUAL_TEMPLATES[name]),
  }
}

function variablesOf({ users }: Pick<AdminContext, 'users'>, settings: UsersSettings, name: MailName) {
  return [...mailValues(users, settings, name, EXAMPLE).keys()]
}

/** Also as Strapi has it at first. */
function isUsual({ from, replyTo, subject, message }: MailTemplate, usual: MailTemplate): boolean {
  const isNobody = (from.name === '' && from.email === '') || from.email === PLACEHOLDER
  return isNobody && replyTo === usual.replyTo && subject === usual.subject && message === usual.message
}
