/** Where a reader of the feed is, as text: the name of the log and a position. */

export interface Cursor {
  readonly log: string
  readonly position: number
}

export function cursorText({ log, position }: Cursor): string {
  return `${log}-${position}`
}

/** `undefined` for a text that is no cursor. */
export function parseCursor(text: string): Cursor | undefined {
  const match = /^([0-9a-f]{12})-(\d{1,15})$/.exec(text)
  return match === null ? undefined : { log: match[1]!, position: Number(match[2]) }
}
