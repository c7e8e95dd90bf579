/** Writes a moment as ISO 8601, several times faster than `Date#toISOString` for the usual years. */

const two = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
let lastDay = Number.NaN
let lastDayText = ''

/** `isoText(1644888615001)` is `2022-02-15T01:30:15.001Z`. */
export function isoText(milliseconds: number): string {
  const day = Math.floor(milliseconds / 86_400_000)
  if (day !== lastDay) {
    lastDayText = new Date(day * 86_400_000).toISOString().slice(0, -13)
    lastDay = day
  }
  let rest = milliseconds - day * 86_400_000
  const fraction = rest % 1000
  rest = (rest - fraction) / 1000
  const seconds = rest % 60
  rest = (rest - seconds) / 60
  const minutes = rest % 60
  const hours = (rest - minutes) / 60
  const thousandths = fraction < 10 ? `00${fraction}` : fraction < 100 ? `0${fraction}` : fraction
  return `${lastDayText}${two[hours]}:${two[minutes]}:${two[seconds]}.${thousandths}Z`
}
