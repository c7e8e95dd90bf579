/** A moment as the browser's input wants it: the clock of this time zone, without a zone. */

const two = (value: number) => String(value).padStart(2, '0')

/** - `2026-03-01T09:00:00.000Z` in Berlin gives `2026-03-01T10:00` */
export function localText(moment: string): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  const minutes = `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
  const parts = date.getMilliseconds()
  if (parts > 0) return `${minutes}:${two(date.getSeconds())}.${String(parts).padStart(3, '0')}`
  return date.getSeconds() > 0 ? `${minutes}:${two(date.getSeconds())}` : minutes
}

export function momentOf(local: string): string | null {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** - `Europe/Berlin, GMT+1` */
export function zoneName(moment: string | null, language: string): string {
  const date = moment === null ? new Date() : new Date(moment)
  const format = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(Number.isNaN(date.getTime()) ? new Date() : date)
  const short = offset.find(part => part.type === 'timeZoneName')?.value ?? ''
  const { timeZone } = format.resolvedOptions()
  return timeZone === short ? timeZone : `${timeZone}, ${short}`
}
