import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../config/config.ts'
import { WIRE_DIALECTS } from '../../../plan/wire-dialect.ts'
import { parseQuery } from '../../../query/parse-query.ts'
import { loadSchema } from '../../../schema/load/load-schema.ts'
import type { ContentType } from '../../../schema/schema.ts'
import { SERVER_ACCESS } from '../../access.ts'
import type { PlanContext } from '../../plan-context.ts'
import { deepPlaces } from './deep-scope.ts'

const WORLD = fileURLToPath(new URL('../../../../test/fixtures/world', import.meta.url))

test('an attribute called deep keeps its meaning, and populate[x]=deep has its own', async () => {
  const { schema } = await loadSchema(WORLD)
  const team = schema.types.get('api::team.team')!
  const deep = { ...team.attributes.get('partner')!, name: 'deep' }
  const owner = { ...team, attributes: new Map([...team.attributes, ['deep', deep]]) }
  const context = { schema, access: SERVER_ACCESS } as PlanContext
  const populated = (search: string) => parseQuery(search, DEFAULT_LIMITS, WIRE_DIALECTS.document).selection.populate
  const expand = (search: string, model: ContentType = owner) =>
    deepPlaces(context)
      .expand(populated(search), model)
      .branches.map(({ name }) => name)
  expect(expand('populate=deep')).toEqual(['deep'])
  expect(expand('populate=deep', team)).toEqual([])
  const [branch] = populated('populate[partner]=deep').branches
  expect(branch!.options).toMatchObject({ populate: { branches: [], deep: { after: [] } } })
})
