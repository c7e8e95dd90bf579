/** How values travel to and from PostgreSQL: dates, JSON and exact numbers as the text the server sends, untouched. */

const asIs = <T>(value: T): T => value

/** int2, int4, oid, float4, float8 become numbers by the driver's default; int8 and numeric stay text by default. */
export const postgresTypes = {
  date: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
  json: { to: 114, from: [114, 3802], serialize: asIs, parse: asIs },
  boolean: { to: 16, from: [16], serialize: booleanText, parse: (text: string) => text === 't' },
}

function booleanText(value: unknown): unknown {
  if (value === true) return 't'
  return value === false ? 'f' : value
}
