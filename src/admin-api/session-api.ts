/** Start, sign-in and the person who is signed in. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Data, JsonObject } from './route-types.ts'
import type { TypeRights } from './schema-api.ts'

export interface SessionApi {
  /** Needs no session. */
  readonly 'GET /init': { readonly answer: Data<Init> }
  /** `cookie: true` for browsers: the token is sent as a cookie, not in the body. */
  readonly 'POST /login': {
    readonly body: {
      readonly email: string
      readonly password: string
      /** Of the second factor, for those who have one: six digits of the app, or a recovery code. */
      readonly code?: string
      /** Or the answer of a browser to what the details of the error A359 ask. */
      readonly passkey?: AuthenticationResponseJSON
      readonly cookie?: boolean
    }
    readonly answer: Data<SignedIn>
  }
  /** The second step of single sign-on, in the browser that came back from the provider: the session is sent as a cookie. */
  readonly 'POST /login/second-factor': {
    /** Without either, the details of the error A359 say what would do. */
    readonly body: { readonly code?: string; readonly passkey?: AuthenticationResponseJSON }
    readonly answer: Data<SignedIn>
  }
  readonly 'POST /logout': { readonly answer: Data<{ readonly ended: true }> }
  /** Everything that the panel needs to know about who is signed in. */
  readonly 'GET /session': { readonly answer: Data<Session> }
  readonly 'GET /first-admin': { readonly answer: Data<{ readonly needed: boolean }> }
  readonly 'POST /first-admin': { readonly body: FirstAdminInput; readonly answer: Data<AdministratorInfo> }
  /** The answer is the same whether the address is known or not. */
  readonly 'POST /forgot-password': {
    readonly body: { readonly email: string }
    readonly answer: Data<{ readonly sent: true }>
  }
  readonly 'POST /reset-password': {
    readonly body: { readonly code: string; readonly password: string }
    readonly answer: Data<{ readonly changed: true }>
  }
  /** With the code of an invitation; the person may sign in from then on. */
  readonly 'POST /accept-invitation': {
    readonly body: { readonly code: string; readonly password: string }
    readonly answer: Data<{ readonly accepted: true }>
  }
  readonly 'GET /me': { readonly answer: Data<AdministratorInfo> }
  /** Another address needs the password, or for those without one a sign-in a moment ago. */
  readonly 'PUT /me': {
    readonly body: {
      readonly firstname?: string | null
      readonly lastname?: string | null
      readonly username?: string | null
      readonly email?: string
      readonly password?: string
    }
    readonly answer: Data<AdministratorInfo>
  }
  /** Ends all sessions of the person, including this one. */
  readonly 'POST /me/password': {
    readonly body: { readonly currentPassword: string; readonly password: string }
    readonly answer: Data<AdministratorInfo>
  }
  readonly 'GET /me/sessions': { readonly answer: Data<readonly OwnSession[]> }
  /** Signs out everywhere, this session included. */
  readonly 'DELETE /me/sessions': { readonly answer: Data<{ readonly ended: number }> }
  readonly 'GET /me/second-factor': { readonly answer: Data<SecondFactorInfo> }
  /** It is in use once it is confirmed with a code of the app. */
  readonly 'POST /me/second-factor': {
    readonly body: { readonly password?: string }
    readonly answer: Data<SecondFactorSetup>
  }
  readonly 'PUT /me/second-factor': {
    readonly body: { readonly code: string }
    readonly answer: Data<{ readonly recoveryCodes: readonly string[] }>
  }
  readonly 'DELETE /me/second-factor': {
    readonly body: { readonly password?: string }
    readonly answer: Data<SecondFactorInfo>
  }
  readonly 'GET /me/preferences': { readonly answer: Data<Preferences> }
  /** The names in the body are set; `null` removes one; the others stay. */
  readonly 'PUT /me/preferences': { readonly body: Preferences; readonly answer: Data<Preferences> }
}

export interface Init {
  /** True while there is no administrator: show the registration. */
  readonly needsFirstAdmin: boolean
  readonly version: string
  readonly projectName: string
  /** What its owners show in place of ours: a name, the address of a logo. */
  readonly brand: { readonly name: string | null; readonly logo: string | null }
  readonly environment: 'development' | 'production'
  readonly database: 'sqlite' | 'postgres'
  readonly features: {
    /** Whether mails can be sent (in development: shown in the log), so that a forgotten password can be reset. */
    readonly mail: boolean
    readonly locales: boolean
    /** Whether the server shows its documentation under `/docs`. */
    readonly docs: boolean
  }
  /** The shortest password that is accepted. */
  readonly passwordLength: number
  readonly signIn: {
    readonly passwords: boolean
    /** Of single sign-on; each begins at `/admin/connect/<name>`. */
    readonly providers: readonly { readonly name: string; readonly label: string }[]
  }
}

export interface AdministratorInfo {
  readonly id: number
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
  readonly username: string | null
  readonly isActive: boolean
  readonly blocked: boolean
  readonly roles: readonly AdminRoleName[]
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

export interface AdminRoleName {
  readonly id: number
  readonly code: string
  readonly name: string
}

export interface FirstAdminInput {
  /** The code that the server printed when it started. */
  readonly code: string
  readonly email: string
  readonly password: string
  readonly firstname?: string
  readonly lastname?: string
  readonly username?: string
}

export interface SignedIn {
  /** Absent if the token was sent as a cookie. */
  readonly token?: string
  readonly expiresAt: string
  readonly administrator: AdministratorInfo
}

export interface Session {
  readonly administrator: AdministratorInfo
  readonly expiresAt: string
  readonly rights: Rights
  /** What this server keeps, as its settings say. */
  readonly keeps: { readonly versions: boolean; readonly trash: boolean; readonly changes: boolean }
  /** Whether the project is one of Strapi v4. */
  readonly strapi: boolean
  readonly preferences: Preferences
  /** The address of the project's own module for the panel; `null` if it has none. It changes with the module. */
  readonly panelModule: string | null
}

/** What the person may do. The server enforces it; the panel uses it to hide what would be refused. */
export interface Rights {
  readonly superAdmin: boolean
  /** By the uid of the content type. A type that is absent is out of reach. */
  readonly types: Readonly<Record<string, TypeRights>>
  /** Actions without a type, such as `plugin::upload.assets.create` or `admin::users.read`. Everything if `superAdmin`. */
  readonly actions: readonly string[]
}

export interface SecondFactorInfo {
  readonly enabled: boolean
  /** Whether the server asks everybody for one. */
  readonly required: boolean
  /** How many are left. */
  readonly recoveryCodes: number
  /** Whether changes need the password; those who sign in without one have a few minutes after their sign-in. */
  readonly asksPassword: boolean
}

/** For an authenticator app. Shown only this once. */
export interface SecondFactorSetup {
  readonly secret: string
  /** `otpauth://totp/…` */
  readonly uri: string
}

export interface OwnSession {
  /** True for the session that asks. */
  readonly current: boolean
  readonly createdAt: string
  readonly usedAt: string
  readonly expiresAt: string
}

/**
 * What the panel remembers about a person, under names of the panel's choice: `theme`, `favourites`, `recents`, ... At most
 * 64 KiB in all.
 */
export type Preferences = JsonObject

// Passkeys: signing in with them, and the own ones. What browsers get and answer is as WebAuthn says.

export interface PasskeyApi {
  /** Needs no session. The answer is for `navigator.credentials.get`, and works once. */
  readonly 'POST /login/challenge': { readonly answer: Data<PasskeyOptions> }
  /** Instead of email and password. With `email`, only as this person. */
  readonly 'POST /login/passkey': {
    readonly body: { readonly passkey: PasskeyAnswer; readonly email?: string; readonly cookie?: boolean }
    readonly answer: Data<SignedIn>
  }
  readonly 'GET /me/passkeys': { readonly answer: Data<readonly PasskeyInfo[]> }
  /** The answer is for `navigator.credentials.create`, and works once and in this session. */
  readonly 'POST /me/passkeys/setup': {
    readonly body: { readonly password: string }
    readonly answer: Data<NewPasskeyOptions>
  }
  readonly 'POST /me/passkeys': {
    readonly body: { readonly name: string; readonly passkey: NewPasskeyAnswer }
    /** The codes are shown only this once; `null` if the person has some. */
    readonly answer: Data<{ readonly passkey: PasskeyInfo; readonly recoveryCodes: readonly string[] | null }>
  }
  readonly 'PUT /me/passkeys/:id': {
    readonly body: { readonly name: string; readonly password: string }
    readonly answer: Data<PasskeyInfo>
  }
  readonly 'DELETE /me/passkeys/:id': {
    readonly body: { readonly password: string }
    readonly answer: Data<PasskeyInfo>
  }
}

export type PasskeyOptions = PublicKeyCredentialRequestOptionsJSON
export type PasskeyAnswer = AuthenticationResponseJSON
export type NewPasskeyOptions = PublicKeyCredentialCreationOptionsJSON
export type NewPasskeyAnswer = RegistrationResponseJSON

export interface PasskeyInfo {
  readonly id: string
  readonly name: string
  /** The name of the host that it works at. */
  readonly site: string
  readonly createdAt: string
  /** `null`: never. */
  readonly usedAt: string | null
}

/** The details of the error A359: what `POST /login` would take besides the password. */
export interface NeededFactor {
  /** Whether a code of the app or a recovery code would do. */
  readonly code: boolean
  /** `null` without a passkey for this site. */
  readonly passkey: PasskeyOptions | null
}
