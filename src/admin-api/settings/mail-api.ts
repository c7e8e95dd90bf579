/** How mails are sent, and what those to end users say. */
import type { Data } from '../route-types.ts'

export interface MailApi {
  readonly 'GET /settings/email': { readonly answer: Data<MailSettings> }
  /** Sends a mail that says nothing. */
  readonly 'POST /settings/email/test': {
    /** To the administrator who asks, if no address is named. */
    readonly body: { readonly to?: string }
    readonly answer: Data<MailTrial>
  }
  readonly 'GET /settings/email-templates': { readonly answer: Data<readonly MailTemplateInfo[]> }
  /** What is not named stays. */
  readonly 'PUT /settings/email-templates/:name': {
    readonly body: Partial<MailTemplateText>
    readonly answer: Data<MailTemplateInfo>
  }
  /** The usual text again. */
  readonly 'DELETE /settings/email-templates/:name': { readonly answer: Data<MailTemplateInfo> }
  /** The mail as somebody would get it, with an example of a user. Nothing is stored or sent. */
  readonly 'POST /settings/email-templates/:name/preview': {
    readonly body: Partial<MailTemplateText>
    readonly answer: Data<PreviewedMail>
  }
}

/** All of it comes from the settings of the server. */
export interface MailSettings {
  /** `log`: in development without a mail server, mails are only written to the log. `none`: they are refused. */
  readonly delivery: 'smtp' | 'log' | 'none'
  /** The password is never shown. */
  readonly server: {
    readonly host: string
    readonly port: number
    /** Encrypted from the first byte; otherwise as soon as the server offers it. */
    readonly secure: boolean
    readonly username: string | null
  } | null
  /** Of mails that name no other sender. */
  readonly from: string | null
  readonly replyTo: string | null
}

export interface MailTrial extends Pick<MailSettings, 'delivery'> {
  readonly to: string
  /** Why the mail could not be sent, in the words of the mail server; `null` if it was accepted. */
  readonly problem: string | null
  /** Milliseconds. */
  readonly duration: number
}

export interface MailTemplateInfo extends MailTemplateText {
  /** `reset_password` or `email_confirmation`. */
  readonly name: string
  /** What may stand in `<%= %>`. */
  readonly variables: readonly string[]
  /** The address that `URL` stands for; empty if none is set. */
  readonly url: string
  /** Nobody has changed it. */
  readonly isUsual: boolean
}

export interface MailTemplateText {
  readonly fromName: string
  /** Empty: the sender is that of the settings. */
  readonly fromEmail: string
  /** Empty: that of the settings. */
  readonly replyTo: string
  readonly subject: string
  /** HTML. */
  readonly message: string
}

export interface PreviewedMail {
  readonly to: string
  readonly from: string | null
  readonly replyTo: string | null
  readonly subject: string
  readonly html: string
}
