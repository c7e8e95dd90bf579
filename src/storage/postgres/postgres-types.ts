/** How values travel to and from PostgreSQL. Dates, JSON and exact numbers stay the text that the server sends. */

const asIs = <T>(value: T): T => value

/** By the driver's defaults, int2, int4, oid, float4 and float8 become numbers; int8 and numeric stay text. */
export const postgresTypes = {
  date: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
  json: { to: 114, from: [114, 3802], serialize: asIs, parse: asIs },
  boolean: { to: 16, from: [16], serialize: booleanText, parse: (text: string) => text === 't' },
}

function booleanText(value: unknown): unknown {
  if (value === true) return 't'
  return value === false ? 'f' : value
}
