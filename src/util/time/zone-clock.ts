/** Converts between points in time and the wall clock of a time zone, both in milliseconds. */

export interface ZoneClock {
  /** The point in time at which the zone's clock shows this time (given as if it were UTC). */
  toEpoch(wallClock: number): number
  /** The time that the zone's clock shows at this point (as if it were UTC). */
  fromEpoch(moment: number): number
}

const UTC: ZoneClock = { toEpoch: time => time, fromEpoch: time => time }

export function isUtc(timezone: string): boolean {
  return /^(utc|gmt|etc\/utc)$/i.test(timezone)
}

/** Throws a RangeError for an unknown zone. */
export function zoneClock(timezone: string): ZoneClock {
  if (isUtc(timezone)) return UTC
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const fromEpoch = (moment: number): number => {
    const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
    const shown = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
    return shown + (((moment % 1000) + 1000) % 1000)
  }
  const toEpoch = (wallClock: number): number => {
    const guess = wallClock - (fromEpoch(wallClock) - wallClock)
    return guess - (fromEpoch(guess) - wallClock)
  }
  return { toEpoch, fromEpoch }
}
