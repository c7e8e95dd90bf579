/** Who may register as an end user, and what happens then: the "advanced settings" of Strapi. */
import type { Data } from '../route-types.ts'

export interface RegistrationApi {
  readonly 'GET /settings/registration': { readonly answer: Data<RegistrationSettings> }
  /** What is not named stays. */
  readonly 'PUT /settings/registration': {
    readonly body: Partial<RegistrationInput>
    readonly answer: Data<RegistrationSettings>
  }
}

export interface RegistrationInput {
  readonly allowRegister: boolean
  /** An address belongs to one user only, however they log in. */
  readonly uniqueEmail: boolean
  /** New users log in only after they have confirmed their address. */
  readonly emailConfirmation: boolean
  /** The page that they see then; empty: the first page of this server. */
  readonly confirmationRedirect: string
  /** The page that mails for a new password link to; empty if there is none. */
  readonly resetPasswordUrl: string
  /** The type of the role of new users. */
  readonly defaultRole: string
}

export interface RegistrationSettings extends RegistrationInput {
  /** Those that can be the default. */
  readonly roles: readonly { readonly type: string; readonly name: string }[]
  /** Whether this server can send mails. */
  readonly mail: boolean
}
