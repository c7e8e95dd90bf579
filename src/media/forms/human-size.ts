/** Sizes as people read them, as Strapi writes them. */

const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

/** `humanSize(1_000_000_000)` is `1 GB`. */
export function humanSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1000)), UNITS.length - 1)
  return `${Math.round(bytes / 1000 ** power)} ${UNITS[power]}`
}
