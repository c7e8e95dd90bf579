/** How values travel to and from PostgreSQL. Dates, JSON and exact numbers stay the text that the server sends. */

const asIs = <T>(value: T): T => value

/** By the driver's defaults, int2, int4, oid, float4 and float8 become numbers; numeric stays text. */
export const postgresTypes = {
  date: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
  json: { to: 114, from: [114, 3802], serialize: asIs, parse: asIs },
  /** Ids are 64-bit integers. A number that is not exact stays text. */
  bigint: { to: 20, from: [20], serialize: String, parse: wholeNumber },
  boolean: { to: 16, from: [16], serialize: booleanText, parse: (text: string) => text === 't' },
}

function wholeNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

function booleanText(value: unknown): unknown {
  if (value === true) return 't'
  return value === false ? 'f' : value
}
