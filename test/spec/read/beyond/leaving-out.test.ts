/** Everything except what is named, and parts of JSON values. */
import { example } from '../../../support/worlds/example.ts'
import { badValue, collection, data, entry, failure, invalid, single } from '../../../support/worlds/world-rows.ts'

const ARTICLE = 'GET /api/articles?filters[id]=1'
const PLACES = ['quay', 7, null]
const NEW_YEAR = '2024-01-01T00:00:00.000Z'
const TEAM = { name: 'Editors', createdAt: NEW_YEAR, updatedAt: NEW_YEAR }

example('a name with a minus sign leaves the field out of all fields', {
  request: 'GET /api/authors/1?fields[0]=-createdAt&fields[1]=-born&fields[2]=-updatedAt',
  status: 200,
  response: single(1, { name: 'Ada Reed', email: 'ada@example.com' }),
  statements: 1,
})

example('among names it leaves the field out of those', {
  request: 'GET /api/authors/1?fields[0]=name&fields[1]=born&fields[2]=-born',
  status: 200,
  response: single(1, { name: 'Ada Reed' }),
  statements: 1,
})

example('a field that does not exist cannot be left out', {
  request: 'GET /api/authors/1?fields[0]=-brn',
  status: 400,
  response: invalid('brn'),
  headers: { 'x-populus-hint': 'at fields; did you mean born?' },
  statements: 0,
})

example('a field that the caller may not see cannot be left out either', {
  request: 'GET /api/articles/1?fields[0]=-internal',
  status: 400,
  response: invalid('internal'),
  statements: 0,
})

example('a path into a JSON value shows that part of it, in its place', {
  request: `${ARTICLE}&fields[0]=metadata.places`,
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { metadata: { places: PLACES } })),
  statements: 1,
})

example('several parts of a value are shown together, a part that is not there is absent', {
  request: `${ARTICLE}&fields[0]=metadata.places&fields[1]=metadata.nothing&fields[2]=metadata.open`,
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { metadata: { places: PLACES, open: true } })),
  statements: 1,
})

example('all of a value and a part of it are all of it', {
  request: `${ARTICLE}&fields[0]=metadata.places&fields[1]=metadata`,
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { metadata: { open: true, places: PLACES } })),
  statements: 1,
})

example('a path into a list of values shows the part of each', {
  request: `${ARTICLE}&fields[0]=keywords.nothing`,
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { keywords: [null, null] })),
  statements: 1,
})

example('a number in a path is a position in a list, and the list has the positions that are named', {
  request: `${ARTICLE}&fields[0]=metadata.places.1&fields[1]=keywords.0`,
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { metadata: { places: [7] }, keywords: ['moon'] })),
  statements: 1,
})

example('several positions come in the order of the list, and one that is not there is absent', {
  request: `${ARTICLE}&fields[0]=metadata.places.2&fields[1]=metadata.places.0&fields[2]=metadata.places.9&fields[3]=keywords.7`,
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { metadata: { places: ['quay', null] }, keywords: [] })),
  statements: 1,
})

example('the id cannot be left out', {
  request: `${ARTICLE}&fields[0]=-id`,
  status: 400,
  response: badValue('fields', 'the id is always shown, got "-id"'),
  statements: 0,
})

example('everything cannot be left out', {
  request: `${ARTICLE}&fields[0]=-*`,
  status: 400,
  response: badValue('fields', 'it leaves nothing; write id, got "-*"'),
  statements: 0,
})

example('a part of a JSON value cannot be left out', {
  request: `${ARTICLE}&fields[0]=-metadata.places`,
  dialect: 'document',
  status: 400,
  response: badValue(
    'fields',
    'a part of a JSON value cannot be left out, got "-metadata.places"; name the parts to show, or write fields[0]=-metadata',
  ),
  statements: 0,
})

example('one format of an image', {
  request: `${ARTICLE}&fields[0]=title&populate[cover][fields][0]=url&populate[cover][fields][1]=formats.thumbnail.url`,
  dialect: 'document',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      cover: data(
        entry(1, {
          url: '/uploads/sunrise_a1.jpg',
          formats: { thumbnail: { url: '/uploads/thumbnail_sunrise_a1.jpg' } },
        }),
      ),
    }),
  ),
  statements: 2,
})

example('in the dialect strapi4 there are no paths into values', {
  request: `${ARTICLE}&fields[0]=metadata.places`,
  dialect: 'strapi4',
  status: 400,
  response: invalid('metadata.places'),
  statements: 0,
})

example('there are no paths into values that are not JSON', {
  request: `${ARTICLE}&fields[0]=title.first`,
  status: 400,
  response: invalid('title.first'),
  statements: 0,
})

example('populate with a minus sign brings in everything else', {
  request: 'GET /api/authors/1?fields[0]=name&populate[0]=-articles&populate[1]=-avatar',
  status: 200,
  response: single(1, { name: 'Ada Reed', team: data(entry(1, TEAM)) }),
  statements: 2,
})

example('* and names that are left out, below another level', {
  request: `${ARTICLE}&fields[0]=title&populate[author][fields][0]=name&populate[author][populate][0]=*&populate[author][populate][1]=-articles&populate[author][populate][2]=-avatar`,
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', author: data(entry(1, { name: 'Ada Reed', team: data(entry(1, TEAM)) })) }),
  ),
  statements: 3,
})

example('a name that cannot be populated cannot be left out', {
  request: 'GET /api/authors/1?populate[0]=-name',
  dialect: 'document',
  status: 400,
  response: failure(
    400,
    'ValidationError',
    'There is no attribute to populate named name; it is a field of the entry, which is named in fields',
  ),
  statements: 0,
})

example('to leave out something deeper, its parent says so', {
  request: `${ARTICLE}&populate[0]=-author.team`,
  status: 400,
  response: badValue(
    'populate',
    'expected - and the name of an attribute, got "-author.team"; write populate[author][populate][0]=-team',
  ),
  statements: 0,
})

example('a minus sign alone leaves nothing out', {
  request: `${ARTICLE}&fields[0]=-`,
  status: 400,
  response: badValue('fields', 'expected - and the name of an attribute, got "-"'),
  statements: 0,
})

for (const [query, name, hint] of [
  ['fields[0]=--title', '-title', 'at fields; did you mean title?'],
  ['filters[-title]=x', '-title', 'at filters[-title]; did you mean title?'],
  ['sort=-title', '-title', 'at sort; did you mean title:desc?'],
  ['populate[related][sort][0]=-title', '-title', 'at populate[related][sort]; did you mean title:desc?'],
] as const) {
  example(`only in a sort does a minus sign suggest the other order: ${query}`, {
    request: `GET /api/articles?${query}`,
    status: 400,
    response: invalid(name),
    headers: { 'x-populus-hint': hint },
    statements: 0,
  })
}
