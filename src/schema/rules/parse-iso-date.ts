/**
 * Reads ISO 8601 as Strapi v4 does: days, ordinal days, weeks, basic and extended forms, any precision.
 * `2022-02-15`, `2022-02-15T01:30`, `20220215T013015Z`, `2022-W07-2`, `2022-046`. Without a zone it is local time.
 */
const YEAR = /^(?:(\d{4}|[+-]\d{6})|(\d{2}|[+-]\d{4})$)/
const DAY = /^-?(?:(\d{3})|(\d{2})(?:-?(\d{2}))?|W(\d{2})(?:-?(\d))?|)-?$/
const CLOCK = /^(\d{2}(?:[.,]\d*)?)(?::?(\d{2}(?:[.,]\d*)?))?(?::?(\d{2}(?:[.,]\d*)?))?$/
const ZONE = /^([+-])(\d{2})(?::?(\d{2}))?$/
const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 86_400_000

export function parseIsoDate(text: string): Date | undefined {
  const parts = split(text)
  if (parts === undefined) return undefined
  const day = parseDay(parts.day)
  const clock = parts.clock === undefined ? 0 : parseClock(parts.clock)
  if (day === undefined || clock === undefined) return undefined
  if (parts.zone === undefined) return checked(inLocalTime(new Date(day + clock)))
  const offset = parseZone(parts.zone)
  return offset === undefined ? undefined : checked(new Date(day + clock + offset))
}

function checked(date: Date): Date | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date
}

function split(text: string): { day: string; clock?: string; zone?: string } | undefined {
  const halves = text.split(/[T ]/)
  if (halves.length > 2 || halves[0]!.includes(':')) return undefined
  let [day, rest] = halves as [string, string | undefined]
  if (/[Z ]/i.test(day)) {
    day = text.split(/[Z ]/i)[0]!
    rest = text.slice(day.length)
  }
  if (day === '') return undefined
  if (rest === undefined || rest === '') return { day }
  const end = rest.search(/[Z+-]/)
  const [clock, zone] = end === -1 ? [rest, undefined] : [rest.slice(0, end), rest.slice(end)]
  return { day, ...(clock === '' ? {} : { clock }), ...(zone === undefined ? {} : { zone }) }
}

function parseDay(text: string): number | undefined {
  const yearFound = YEAR.exec(text)
  if (yearFound === null) return undefined
  const [, fullYear, century] = yearFound
  const year = fullYear === undefined ? Number.parseInt(century!, 10) * 100 : Number.parseInt(fullYear, 10)
  const found = DAY.exec(text.slice((fullYear ?? century)!.length))
  if (found === null) return undefined
  const [, dayOfYear, month, day, week, weekday] = found
  if (week !== undefined) return dayOfWeek(year, Number(week), weekday === undefined ? 0 : Number(weekday) - 1)
  return dayOfMonth(year, { month: Number(month ?? 1), day: Number(day ?? 1), dayOfYear: Number(dayOfYear ?? 1) })
}

function dayOfMonth(
  year: number,
  { month, day, dayOfYear }: { month: number; day: number; dayOfYear: number },
): number | undefined {
  const daysInMonth = new Date(Date.UTC(2000 + (((year % 400) + 400) % 400), month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth) return undefined
  const leap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)
  if (dayOfYear < 1 || dayOfYear > (leap ? 366 : 365)) return undefined
  return new Date(0).setUTCFullYear(year, month - 1, Math.max(dayOfYear, day))
}

function dayOfWeek(year: number, week: number, weekday: number): number | undefined {
  if (week < 1 || week > 53 || weekday < 0 || weekday > 6) return undefined
  const fourth = new Date(0)
  fourth.setUTCFullYear(year, 0, 4)
  const monday = fourth.getTime() - ((fourth.getUTCDay() || 7) - 1) * MS_PER_DAY
  return monday + ((week - 1) * 7 + weekday) * MS_PER_DAY
}

function parseClock(text: string): number | undefined {
  const found = CLOCK.exec(text)
  if (found === null) return undefined
  const [hours, minutes, seconds] = found
    .slice(1, 4)
    .map(unit => (unit === undefined ? 0 : Number(unit.replace(',', '.')) || 0)) as [number, number, number]
  const valid = hours === 24 ? minutes === 0 && seconds === 0 : seconds < 60 && minutes < 60 && hours < 25
  return valid ? hours * MS_PER_HOUR + minutes * MS_PER_MINUTE + seconds * 1000 : undefined
}

function parseZone(text: string): number | undefined {
  const found = ZONE.exec(text)
  if (found === null) return 0
  const minutes = Number(found[3] ?? 0)
  if (minutes > 59) return undefined
  return (found[1] === '+' ? -1 : 1) * (Number(found[2]) * MS_PER_HOUR + minutes * MS_PER_MINUTE)
}

function inLocalTime(utc: Date): Date {
  const local = new Date(0)
  local.setFullYear(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate())
  local.setHours(utc.getUTCHours(), utc.getUTCMinutes(), utc.getUTCSeconds(), utc.getUTCMilliseconds())
  return local
}
