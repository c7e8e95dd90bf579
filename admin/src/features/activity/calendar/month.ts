/** Months and their days, by the clock of the person. */

export interface CalendarSearch {
  /** `2027-01`; this month if absent. */
  readonly month?: string | undefined
}

const two = (value: number) => String(value).padStart(2, '0')

/** - `2027-01` of a moment in January 2027 */
export function monthOf(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}`
}

/** - `2027-01-31` */
export function dayOf(date: Date): string {
  return `${monthOf(date)}-${two(date.getDate())}`
}

/** What an address says, or this month. */
export function readMonth(given: unknown, now: Date): string {
  return /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/.test(String(given)) ? String(given) : monthOf(now)
}

/** - `2027-01` and 1 give `2027-02` */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return monthOf(new Date(year, number - 1 + count, 1))
}

/** Whole weeks that hold the month. `firstDay` is 1 for Monday to 7 for Sunday. */
export function weeksOf(month: string, firstDay: number): readonly (readonly Date[])[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const before = (new Date(year, number - 1, 1).getDay() - firstDay + 7) % 7
  const days = new Date(year, number, 0).getDate()
  const weeks = Math.ceil((before + days) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, day) => new Date(year, number - 1, 1 - before + week * 7 + day)),
  )
}

/** 1 for Monday to 7 for Sunday, as people write it there. */
export function firstDayOf(dateLocale: string): number {
  const locale = new Intl.Locale(dateLocale) as { getWeekInfo?: () => { readonly firstDay: number } }
  return locale.getWeekInfo?.().firstDay ?? 1
}
