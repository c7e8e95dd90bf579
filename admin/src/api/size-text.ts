/** The size of files and of other data, for people. */

const UNITS = ['kB', 'MB', 'GB', 'TB']

/** `size` is in kilobytes, as Strapi stores it: `0.4 kB`, `312 kB`, `2.1 MB`. */
export function sizeText(size: number, number: (value: number) => string): string {
  let [value, unit] = [size, 0]
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ${UNITS[unit]}`
}

/** The same of a number of bytes. */
export function byteText(bytes: number, number: (value: number) => string): string {
  return sizeText(bytes / 1000, number)
}
