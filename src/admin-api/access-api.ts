/** Roles and grants, end users, tokens and administrators. All of it needs the role Super Admin. */
import type { ShapeInsight } from './insight-api.ts'
import type { Data, Page } from './route-types.ts'
import type { AdministratorInfo, OwnSession } from './session-api.ts'

export interface AccessApi {
  readonly 'GET /actions': { readonly answer: Data<readonly GrantableActions[]> }
  readonly 'GET /roles': { readonly answer: Data<readonly UserRoleInfo[]> }
  readonly 'POST /roles': {
    readonly body: { readonly name: string; readonly description?: string; readonly type?: string }
    readonly answer: Data<UserRoleInfo>
  }
  readonly 'GET /roles/:id': { readonly answer: Data<UserRoleInfo> }
  readonly 'PUT /roles/:id': {
    readonly body: { readonly name?: string; readonly description?: string }
    readonly answer: Data<UserRoleInfo>
  }
  readonly 'DELETE /roles/:id': { readonly answer: Data<UserRoleInfo> }
  readonly 'GET /roles/:id/grants': { readonly answer: Data<GrantsInfo> }
  readonly 'PATCH /roles/:id/grants': {
    readonly body: { readonly grants: GrantsInfo }
    readonly answer: Data<GrantsInfo>
  }
  /** What the grants would mean for the queries that the role has asked. Nothing is changed. */
  readonly 'POST /roles/:id/rehearsal': {
    readonly body: { readonly grants: GrantsInfo }
    readonly answer: Data<RehearsalInfo>
  }
  /** What somebody with the role gets at an address of the content API, now and with these grants. Nothing is changed. */
  readonly 'POST /roles/:id/preview': {
    readonly body: { readonly url: string; readonly grants: GrantsInfo }
    readonly answer: Data<GrantsPreviewInfo>
  }
  readonly 'GET /users': {
    readonly query: {
      readonly page?: number
      readonly pageSize?: number
      readonly q?: string
      readonly role?: string
      readonly blocked?: boolean
    }
    readonly answer: Page<EndUserInfo>
  }
  readonly 'POST /users': { readonly body: EndUserInput; readonly answer: Data<EndUserInfo> }
  readonly 'GET /users/:id': { readonly answer: Data<EndUserInfo> }
  readonly 'PUT /users/:id': { readonly body: Partial<EndUserInput>; readonly answer: Data<EndUserInfo> }
  readonly 'DELETE /users/:id': { readonly answer: Data<EndUserInfo> }
  readonly 'GET /tokens': { readonly answer: Data<readonly TokenInfo[]> }
  readonly 'POST /tokens': {
    readonly body: TokenInput & { readonly lifespanDays?: number | null }
    readonly answer: Data<TokenInfo & { readonly accessKey: string }>
  }
  /** The secret stays. */
  readonly 'PUT /tokens/:id': { readonly body: Partial<TokenInput>; readonly answer: Data<TokenInfo> }
  readonly 'POST /tokens/:id/regenerate': { readonly answer: Data<TokenInfo & { readonly accessKey: string }> }
  readonly 'DELETE /tokens/:id': { readonly answer: Data<TokenInfo> }
  readonly 'GET /admin-roles': { readonly answer: Data<readonly AdminRoleInfo[]> }
  /** What a role of administrators can be granted. */
  readonly 'GET /admin-actions': { readonly answer: Data<AdminActions> }
  readonly 'POST /admin-roles': {
    readonly body: { readonly name: string; readonly description?: string }
    readonly answer: Data<AdminRoleRights>
  }
  readonly 'GET /admin-roles/:id': { readonly answer: Data<AdminRoleRights> }
  /** `permissions`: exactly these. What is stored already stays as it is, also if it is not known here. */
  readonly 'PUT /admin-roles/:id': {
    readonly body: {
      readonly name?: string
      readonly description?: string
      readonly permissions?: readonly AdminPermissionInfo[]
    }
    readonly answer: Data<AdminRoleRights>
  }
  /** Not while somebody has it. */
  readonly 'DELETE /admin-roles/:id': { readonly answer: Data<AdminRoleInfo> }
  readonly 'GET /admins': { readonly answer: Data<readonly AdministratorInfo[]> }
  readonly 'POST /admins': { readonly body: AdministratorInput; readonly answer: Data<AdministratorInfo> }
  readonly 'GET /admins/:id': { readonly answer: Data<AdministratorInfo> }
  readonly 'PUT /admins/:id': {
    readonly body: Partial<AdministratorInput> & { readonly blocked?: boolean; readonly isActive?: boolean }
    readonly answer: Data<AdministratorInfo>
  }
  /** A person who chooses a password with a link: `/admin/auth/register?code=…`. */
  readonly 'POST /admins/invite': {
    readonly body: Omit<AdministratorInput, 'password'>
    readonly answer: Data<Invitation>
  }
  /** Another link for somebody who is not active; the one before ends. */
  readonly 'POST /admins/:id/invite': { readonly answer: Data<Invitation> }
  readonly 'GET /admins/:id/sessions': { readonly answer: Data<readonly OwnSession[]> }
  readonly 'DELETE /admins/:id/sessions': { readonly answer: Data<{ readonly ended: number }> }
  /** For somebody who has lost the app and the recovery codes. */
  readonly 'DELETE /admins/:id/second-factor': { readonly answer: Data<{ readonly removed: boolean }> }
  /** Forgets who they are at the providers of single sign-on. */
  readonly 'DELETE /admins/:id/sign-on': { readonly answer: Data<{ readonly removed: number }> }
  readonly 'DELETE /admins/:id': { readonly answer: Data<AdministratorInfo> }
}

export interface GrantableActions {
  readonly uid: string
  readonly actions: readonly string[]
  readonly fields: readonly string[] | null
  readonly writeFields: readonly string[] | null
}

export interface UserRoleInfo {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly type: string
  readonly users: number
}

/** By the uid of a type or of a part of a plug-in. */
export type GrantsInfo = Readonly<
  Record<
    string,
    {
      readonly actions: readonly string[]
      readonly fields?: readonly string[] | null
      readonly filterFields?: readonly string[] | null
      readonly sortFields?: readonly string[] | null
      readonly writeFields?: readonly string[] | null
    }
  >
>

export interface RehearsalInfo {
  /** When the counting of queries began. */
  readonly since: string
  /** How many queries were planned with both rights. */
  readonly rehearsed: number
  /** How many could not be: they are too long, or say something that is not kept. */
  readonly skipped: number
  /** Those that differ, the most frequent first. */
  readonly changed: readonly RehearsedQuery[]
}

/** Of a query that is refused only before or only after the change, `loses` and `gains` are empty. */
export interface RehearsedQuery extends ShapeInsight {
  /** How often the role has asked it. */
  readonly hits: number
  /** `author`, `author.name` */
  readonly loses: readonly string[]
  readonly gains: readonly string[]
  /** `null` if it is answered. */
  readonly refusedBefore: Refusal | null
  readonly refusedAfter: Refusal | null
}

/** `loses` and `gains` are empty if one of the answers is a refusal. */
export interface GrantsPreviewInfo {
  readonly before: SentAnswer
  readonly after: SentAnswer
  /** `author`, `author.name` */
  readonly loses: readonly string[]
  readonly gains: readonly string[]
}

export interface SentAnswer {
  readonly status: number
  /** The exact text. */
  readonly body: string
}

export interface Refusal {
  readonly status: number
  readonly message: string
}

export interface EndUserInfo {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly provider: string | null
  readonly confirmed: boolean
  readonly blocked: boolean
  readonly role: { readonly id: number; readonly name: string; readonly type: string } | null
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

export interface EndUserInput {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly role?: string | number
  readonly confirmed?: boolean
  readonly blocked?: boolean
}

export interface TokenInput {
  readonly name: string
  readonly type: string
  readonly description?: string
  /** For a custom token. */
  readonly permissions?: readonly string[]
}

export interface TokenInfo {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly type: string
  /** For a custom token, the full names of its actions; `null` for the others. */
  readonly permissions: readonly string[] | null
  /** `null` for a token that never expires. */
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly createdAt: string | null
}

export interface AdminRoleInfo {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly description: string | null
  /** How many administrators have it. */
  readonly users: number
}

export interface AdminRoleRights extends AdminRoleInfo {
  readonly permissions: readonly AdminPermissionInfo[]
}

/** As Strapi stores it. `null` lists set no limit. */
export interface AdminPermissionInfo {
  /** `plugin::content-manager.explorer.read` */
  readonly action: string
  /** The uid of a content type; `null` for actions without one. */
  readonly subject: string | null
  /** Attributes, `seo.metaTitle` for those of components. */
  readonly fields: readonly string[] | null
  readonly locales: readonly string[] | null
  /** Any of them is enough. */
  readonly conditions: readonly string[]
}

export interface AdminActions {
  readonly types: readonly {
    readonly uid: string
    readonly displayName: string
    /** `plugin::content-manager.explorer.read`, with its limits: whether it takes fields. */
    readonly actions: readonly { readonly action: string; readonly takesFields: boolean }[]
    readonly fields: readonly string[]
    readonly localized: boolean
  }[]
  /** Without a type, in the order in which they are shown. */
  readonly actions: readonly { readonly action: string; readonly takesConditions: boolean }[]
  readonly conditions: readonly string[]
}

export interface AdministratorInput {
  readonly email: string
  readonly password: string
  readonly firstname?: string | null
  readonly lastname?: string | null
  readonly username?: string | null
  readonly roles?: readonly string[]
}

export interface Invitation {
  readonly administrator: AdministratorInfo
  /** Shown only this once. */
  readonly code: string
  readonly expiresAt: string
}
