/** The address of the explorer is its state: which request, and as whom. */

export interface ExplorerSearch {
  /** An address of the content API. */
  readonly url?: string | undefined
  /** `public`, `role:1`, `token:3` */
  readonly as?: string | undefined
  /** The id of an entry that should be in the list. */
  readonly entry?: string | undefined
}

const CALLER = /^(?:public|role:[1-9]\d{0,8}|token:[1-9]\d{0,8})$/
const ID = /^[1-9]\d{0,8}$/
const LONGEST = 20_000

/** What it does not know is left out. */
export function parseExplorerSearch({ url, as, entry }: Readonly<Record<string, unknown>>): ExplorerSearch {
  const caller = String(as ?? '')
  return {
    ...(typeof url === 'string' && url !== '' ? { url: url.slice(0, LONGEST) } : {}),
    ...(CALLER.test(caller) ? { as: caller } : {}),
    ...(ID.test(String(entry ?? '')) ? { entry: String(entry) } : {}),
  }
}
