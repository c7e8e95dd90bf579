/** Where mails go, and whether one arrives. */
import { z } from 'zod'
import type { MailSettings, MailTrial } from '../../admin-api/settings/mail-api.ts'
import type { Administrator } from '../../identity/administrators/administrators.ts'
import { checkInput, text } from '../../input/check-input.ts'
import { deepestReason } from '../../util/deepest-reason.ts'
import { escapeHtml } from '../../util/text/escape-html.ts'
import type { ManagementContext } from '../management-context.ts'
import { loadBrand } from '../project/brand.ts'
import { EXPECTED_ADDRESS, isMailAddress } from './mail-address.ts'

const INPUT = z.strictObject({ to: text().refine(isMailAddress, EXPECTED_ADDRESS).optional() })

export function mailSettings({ admin }: ManagementContext): MailSettings {
  return admin.users.mail.facts
}

/**
 * What the mail server says is part of the answer. Rejects with `badInput`, with `noMailServer`, and as `count` does, which is
 * called for each mail.
 */
export async function tryMail(
  context: ManagementContext,
  { email: own }: Administrator,
  body: unknown,
  count: () => Promise<void>,
): Promise<MailTrial> {
  const { to = own } = checkInput(INPUT, body)
  const { mail, serverUrl } = context.admin.users
  mail.checkReady()
  await count()
  const { name } = await loadBrand(context)
  const project = name ?? context.project.name
  const started = performance.now()
  const problem = await mail.send({ to, from: undefined, replyTo: undefined, ...textOf(project, serverUrl) }).then(
    () => null,
    (error: unknown) => deepestReason(error as Error),
  )
  return { to, delivery: mail.facts.delivery, problem, duration: Math.round(performance.now() - started) }
}

function textOf(project: string, serverUrl: string) {
  return {
    subject: `Test mail of ${project}`,
    html: `<p>This is a test mail of ${escapeHtml(project)}, sent by ${escapeHtml(serverUrl)}. Whoever reads it knows that mails arrive.</p>`,
  }
}
