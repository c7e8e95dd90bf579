import type postgres from 'postgres'

export interface StandbyData {
  /** One connection to the primary, as its owner. */
  readonly sql: postgres.Sql
  readonly primary: { readonly url: string; readonly data: string }
  /** The folder of the new server. */
  readonly data: string
}

/** Makes the data of a server that follows a running one. */
export function makeStandbyData(input: StandbyData): Promise<void>
/** What a standby calls the server at an address. */
export function connectionTo(url: string): string
