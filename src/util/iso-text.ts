/** Writes a moment as ISO 8601, many times faster than `Date#toISOString`. */

const two = (number: number) => String(number).padStart(2, '0')

/** `13:37:` for each minute of a day, `05.` for each second, `007Z` for each millisecond. */
const MINUTES = Array.from({ length: 1440 }, (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}:`)
const SECONDS = Array.from({ length: 60 }, (_, second) => `${two(second)}.`)
const MILLISECONDS = Array.from({ length: 1000 }, (_, millisecond) => `${String(millisecond).padStart(3, '0')}Z`)

/** The beginnings of days that were written lately, each in the place that the end of its number gives it. */
const DAYS = 4096
const knownDays: number[] = new Array(DAYS).fill(Number.NaN)
const dayTexts: string[] = new Array(DAYS).fill('')

/** `isoText(1644888615001)` is `2022-02-15T01:30:15.001Z`. */
export function isoText(time: number): string {
  const day = Math.floor(time / 86_400_000)
  const place = day & (DAYS - 1)
  if (knownDays[place] !== day) {
    dayTexts[place] = new Date(day * 86_400_000).toISOString().slice(0, -13)
    knownDays[place] = day
  }
  const ofDay = time - day * 86_400_000
  const second = Math.floor(ofDay / 1000)
  const minute = Math.floor(second / 60)
  return dayTexts[place]! + MINUTES[minute] + (SECONDS[second - minute * 60]! + MILLISECONDS[ofDay - second * 1000])
}
