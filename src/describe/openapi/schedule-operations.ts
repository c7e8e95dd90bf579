/** When an entry is published and unpublished, for callers who may change `publishedAt`. */
import { may, writableFields } from '../../plan/access.ts'
import type { ContentType } from '../../schema/schema.ts'
import { nameOf } from '../model-names.ts'
import { type DescribedApi, sharedSchema } from './described-api.ts'
import { type JsonSchema, object, oneOfTexts, orNull, STRING } from './json-schema.ts'
import type { Operation } from './operation.ts'

const MOMENT: JsonSchema = { type: 'string', format: 'date-time' }

/** `entry`: where it is. */
export function scheduleOperations(
  api: DescribedApi,
  type: ContentType,
  entry: Required<Pick<Operation, 'path' | 'tag' | 'parameters'>>,
): readonly Operation[] {
  const { uid, draftAndPublish } = type
  const isOpen = may(api.access, `${uid}.update`) && writableFields(api.access, uid)?.has('publishedAt') !== false
  if (!draftAndPublish || !isOpen) return []
  const name = nameOf(type)
  const base = { ...entry, path: `${entry.path}/schedule`, answer: scheduleAnswer(api) }
  const times = object({ publishAt: orNull(MOMENT), unpublishAt: orNull(MOMENT) })
  return [
    { ...base, method: 'get', id: `get${name}Schedule`, summary: `When the entry is published and unpublished` },
    {
      ...{
        ...base,
        method: 'put',
        id: `put${name}Schedule`,
        summary: 'Sets when the entry is published and unpublished',
      },
      body: object({ data: times }, ['data']),
    },
    { ...base, method: 'delete', id: `delete${name}Schedule`, summary: 'Removes both times' },
  ]
}

function scheduleAnswer(api: DescribedApi): JsonSchema {
  const act = sharedSchema(api, 'ScheduledAct', () =>
    object({ at: MOMENT, state: oneOfTexts(['waiting', 'failed']), reason: orNull(STRING), setAt: MOMENT }, [
      ...['at', 'state', 'reason', 'setAt'],
    ]),
  )
  return sharedSchema(api, 'ScheduleAnswer', () =>
    object(
      { data: object({ publish: orNull(act), unpublish: orNull(act) }, ['publish', 'unpublish']), meta: object({}) },
      [...['data', 'meta']],
    ),
  )
}
