/** The rows of an aggregate -> the JSON of its answer. */
import { PopulusError } from '../errors.ts'
import { MEASURE_ORDER, type MeasurePlan } from '../plan/aggregate/aggregate-plan.ts'
import { ATTRIBUTE_TYPES } from '../schema/attributes/registry.ts'
import type { AggregateProgram, MeasureColumn } from '../sql/aggregate/aggregate-program.ts'
import { readAverage, readSum } from '../sql/aggregate/read-sum.ts'
import type { RowFormat } from '../sql/row-format.ts'
import type { Row } from '../sql/statement.ts'
import type { AnswerLimits } from './answer-serializer.ts'
import { pageJson } from './page-json.ts'

/**
 * With groups, a list: `{"data":[{"group":{"status":"paid"},"count":3,"sum":{"price":12.5}}],"meta":{"pagination":{…}}}`.
 * Without, one object.
 */
export function aggregateJson(
  program: AggregateProgram,
  rows: readonly Row[],
  { format, limits }: { readonly format: RowFormat; readonly limits: AnswerLimits },
): Buffer {
  const { page } = program
  const groups = rows.filter(([, count]) => count !== null).map(row => groupJson(program, row, format))
  const total = page?.withCount === true ? Number(rows[0]?.[0] ?? 0) : null
  const json =
    page === null
      ? `{"data":${groups[0] ?? groupJson(program, emptyRow(program), format)},"meta":{}}`
      : `{"data":[${groups.join(',')}],"meta":{"pagination":${pageJson(page, total)}}}`
  const body = Buffer.from(json)
  if (body.length > limits.answerLength) throw new PopulusError('answerTooLong', { limit: limits.answerLength })
  return body
}

/** What is computed from no entries, where there is no table to ask. */
function emptyRow({ measures }: AggregateProgram): Row {
  const values = measures.flatMap(({ measure }) =>
    measure === 'countDistinct' ? [0] : measure === 'avg' ? [null, 0] : [null],
  )
  return [1, 0, ...values]
}

function groupJson({ groups, measures, showsCount }: AggregateProgram, row: Row, format: RowFormat): string {
  let at = 2
  const group = groups.map(({ key, form }) => [key, format.toJson(form, row[at++])] as const)
  const computed = new Map<MeasurePlan['measure'], (readonly [string, string])[]>()
  for (const column of measures) {
    const json = measureJson(column, row[at], row[at + 1], format)
    at += column.measure === 'avg' ? 2 : 1
    computed.set(column.measure, [...(computed.get(column.measure) ?? []), [column.key, json]])
  }
  const members = [
    ...(groups.length === 0 ? [] : [['group', objectJson(group)] as const]),
    ...(showsCount ? [['count', String(Number(row[1]))] as const] : []),
    ...MEASURE_ORDER.flatMap(measure => {
      const values = computed.get(measure)
      return values === undefined ? [] : [[measure, objectJson(values)] as const]
    }),
  ]
  return objectJson(members)
}

/** A sum has the form of its values: a string for big integers, otherwise a number with all of its digits. */
function measureJson({ measure, type }: MeasureColumn, found: unknown, more: unknown, format: RowFormat): string {
  if (measure === 'countDistinct') return String(Number(found))
  if (found === null) return 'null'
  if (measure === 'avg') return readAverage(type, String(found), Number(more)) ?? 'null'
  if (measure !== 'sum') return format.toJson(ATTRIBUTE_TYPES[type].output, found)
  const sum = readSum(type, String(found))
  return sum === null ? 'null' : type === 'biginteger' ? `"${sum}"` : sum
}

function objectJson(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`
}
