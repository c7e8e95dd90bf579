/** The third parties with which end users sign in. */
import type { Data } from './route-types.ts'

export interface ProviderApi {
  readonly 'GET /providers': { readonly answer: Data<readonly ProviderInfo[]> }
  /** What is absent stays as it is. */
  readonly 'PUT /providers/:name': { readonly body: ProviderInput; readonly answer: Data<ProviderInfo> }
  /** The address at which a browser tries the provider, also while it is off; or what is wrong before that. */
  readonly 'POST /providers/:name/try': {
    readonly answer: Data<{ readonly url: string } | { readonly problem: ProviderTrial }>
  }
  /** What happened, from the parameter `tried` of the page to which the browser came back. */
  readonly 'POST /providers/tried': { readonly body: { readonly tried: string }; readonly answer: Data<ProviderTrial> }
}

export interface ProviderInfo {
  readonly name: string
  /** False for those of Strapi that this server does not know. */
  readonly available: boolean
  readonly enabled: boolean
  /** Our client at the provider. */
  readonly key: string
  /** Secrets are never shown. */
  readonly hasSecret: boolean
  /** The page that users come to, with the token; empty if there is none. */
  readonly callback: string
  readonly scope: readonly string[]
  /** What is asked for if `scope` is empty. */
  readonly usualScope: readonly string[]
  /** `null` if the provider has one address for everybody. */
  readonly subdomain: string | null
  /** To register at the provider. */
  readonly redirectUrl: string
  /** The members that the setting `users.providers` decides. */
  readonly fixed: readonly string[]
}

export interface ProviderInput {
  readonly enabled?: boolean
  readonly key?: string
  /** An empty one removes it. */
  readonly secret?: string
  readonly callback?: string
  readonly scope?: readonly string[]
  readonly subdomain?: string
}

export interface ProviderTrial {
  readonly provider: string
  /** How far it got. */
  readonly step: 'address' | 'return' | 'token' | 'profile' | 'done'
  /** What the other side says; the name and the address of the person once it is done. */
  readonly detail: string
}
