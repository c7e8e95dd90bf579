/** Administrators, their roles and tokens: no relation leads to them, whoever asks. Creators are shown where a type says so. */
import { exampleIn } from '../../support/worlds/example.ts'
import type { Caller } from '../../support/worlds/world.ts'
import { collection, entry, invalid } from '../../support/worlds/world-rows.ts'

const example = exampleIn({ extras: true })

const CALLERS: readonly Caller[] = ['public', 'member', 'read-only', 'full-access']
const NEW_YEAR = '2024-01-01T00:00:00.000Z'
const KEYS = { name: 'keys', createdAt: NEW_YEAR, updatedAt: NEW_YEAR }

for (const as of CALLERS) {
  example(`a morph relation to one does not lead to an administrator (${as})`, {
    request: 'GET /api/bookmarks?filters[id]=1&populate[0]=subject',
    as,
    status: 200,
    response: collection(entry(1, { ...KEYS, subject: null })),
    statements: 1,
  })

  const subjects =
    as === 'member'
      ? []
      : [{ __type: 'api::team.team', id: 1, name: 'Editors', createdAt: NEW_YEAR, updatedAt: NEW_YEAR }]
  example(`a morph relation to many leaves out administrators, roles and tokens (${as})`, {
    request: 'GET /api/bookmarks?filters[id]=1&fields[0]=name&populate[0]=subjects',
    dialect: 'document',
    as,
    status: 200,
    response: collection(entry(1, { name: 'keys', subjects })),
    statements: as === 'member' ? 2 : 3,
  })

  example(`on names no type of administrators (${as})`, {
    request:
      'GET /api/bookmarks?filters[id]=1&fields[0]=name&populate[subject][on][admin::user]=true&populate[subjects][on][admin::api-token][fields][0]=accessKey',
    dialect: 'strapi4',
    as,
    status: 200,
    response: collection(entry(1, { name: 'keys', subject: null })),
    statements: 2,
  })

  example(`a relation to an administrator is absent (${as})`, {
    request: 'GET /api/bookmarks?filters[id]=1&fields[0]=name&populate[keeper][fields][0]=firstname',
    as,
    status: 200,
    response: collection(entry(1, { name: 'keys' })),
    statements: 1,
  })

  example(`nothing is filtered through a relation to an administrator (${as})`, {
    request: 'GET /api/bookmarks?filters[keeper][firstname][$startsWith]=I',
    as,
    status: 400,
    response: invalid('keeper'),
    statements: 0,
  })

  example(`creators show what is not private of an administrator, and nothing below (${as})`, {
    request:
      'GET /api/bookmarks?filters[id]=1&fields[0]=name&populate[createdBy][fields][0]=firstname&populate[createdBy][populate]=*',
    as,
    status: 200,
    response: collection(entry(1, { name: 'keys', createdBy: { data: entry(1, { firstname: 'Ina' }) } })),
    statements: 2,
  })
}
