/** The mails to users that can be changed. */
import { call } from '../../../api/call.ts'
import type { TextKey } from '../../../i18n/texts.ts'
import { settingsQuery } from '../shared/settings-query.ts'

export const templatesQuery = settingsQuery(['templates'], options => call('GET /settings/email-templates', options))

const TITLES: Readonly<Record<string, TextKey>> = {
  reset_password: 'mail.resetPassword',
  email_confirmation: 'mail.emailConfirmation',
}

export function titleOf(name: string, t: (key: TextKey) => string): string {
  const title = TITLES[name]
  return title === undefined ? name : t(title)
}

/** What stands in `<%= %>`, and what it means. */
export const VARIABLES: Readonly<Record<string, TextKey>> = {
  URL: 'mail.variableUrl',
  TOKEN: 'mail.variableCode',
  CODE: 'mail.variableCode',
  SERVER_URL: 'mail.variableServer',
  ADMIN_URL: 'mail.variablePanel',
  'USER.id': 'mail.variableId',
  'USER.username': 'mail.variableName',
  'USER.email': 'mail.variableEmail',
}
