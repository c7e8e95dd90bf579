/** `populate=deep`: everything, at several levels, within a budget. */
import { example, exampleIn } from '../../../support/worlds/example.ts'
import {
  ADA,
  ALONE,
  BEN,
  badValue,
  data,
  EDITORS,
  entry,
  FACE,
  failure,
  HERO,
  PRINT,
  QUOTE,
  SHORT_QUOTE,
  single,
  VAULT,
  withMore,
} from '../../../support/worlds/world-rows.ts'

const stopped = (...stops: readonly string[]) => ({
  deep: {
    stopped: stops.map(stop => {
      const [at, why] = stop.split(' ')
      return { at, why }
    }),
  },
})
const answer = (id: number, attributes: object, ...stops: readonly string[]) => ({
  ...single(id, attributes as Record<string, unknown>),
  meta: stopped(...stops),
})
const NAME = { name: 'Editors' }

example('one level is what * populates, and the answer says which entries have more', {
  request: 'GET /api/teams/1?fields[0]=name&populate=deep,1',
  status: 200,
  response: answer(1, { ...NAME, members: data([ADA]), partner: data(PRINT) }, 'members depth', 'partner depth'),
  statements: 3,
})

example('a type that is on the way is not entered again, and one step leads to entries of the same type', {
  request: 'GET /api/teams/1?fields[0]=name&populate=deep,2,-articles',
  status: 200,
  response: answer(
    1,
    {
      ...NAME,
      members: data([withMore(ADA, { avatar: data(FACE) })]),
      partner: data(withMore(PRINT, { members: data([BEN]) })),
    },
    'members.team cycle',
    'partner.partner cycle',
    'partner.members depth',
  ),
  statements: 5,
})

example('below one attribute', {
  request: 'GET /api/authors/1?fields[0]=name&populate[team]=deep',
  status: 200,
  response: answer(
    1,
    { name: 'Ada Reed', team: data(withMore(EDITORS, { partner: data(PRINT) })) },
    'team.members cycle',
    'team.partner.members cycle',
    'team.partner.partner cycle',
  ),
  statements: 3,
})

example('below one attribute, with its own options and a number of levels', {
  request:
    'GET /api/authors/1?fields[0]=name&populate[team][fields][0]=name&populate[team][populate][0]=deep&populate[team][populate][1]=1',
  status: 200,
  response: answer(
    1,
    { name: 'Ada Reed', team: data(entry(1, { ...NAME, partner: data(PRINT) })) },
    'team.members cycle',
  ),
  statements: 3,
})

const NOTHING = {
  author: data(null),
  tags: data([]),
  related: data([]),
  cover: data(null),
  seo: null,
  links: [],
  blocks: [],
}

example('names with a minus sign are left out at every level; what the caller may not see is not named', {
  request: 'GET /api/articles/3?populate[0]=deep&populate[1]=2&populate[2]=-localizations&populate[3]=-gallery',
  status: 200,
  response: answer(
    3,
    { ...ALONE, ...NOTHING },
    'author.articles cycle',
    'tags.articles cycle',
    'related.related cycle',
    'author.team depth',
    'related.author depth',
    'related.seo depth',
    'related.blocks[blocks.hero] depth',
    'related.blocks[blocks.duo] depth',
    'related.blocks[blocks.credit] depth',
    'seo.socials depth',
    'blocks[blocks.picks].articles depth',
    'blocks[blocks.duo].author depth',
    'blocks[blocks.credit].author depth',
  ),
  statements: 8,
})

example('what a caller with other rights sees, and nothing else', {
  request: 'GET /api/articles/3?fields[0]=title&populate=deep,1,-localizations,-gallery,-related,-seo,-links,-blocks',
  as: 'member',
  status: 200,
  response: answer(3, { title: 'Alone', tags: data([]), secret: data(null), cover: data(null) }),
  statements: 4,
})

example('the blocks of a zone, each with its own attributes', {
  request: 'GET /api/articles/2?fields[0]=title&populate[blocks]=deep,1',
  status: 200,
  response: answer(
    2,
    { title: 'Ridge', blocks: [VAULT, SHORT_QUOTE] },
    'blocks[blocks.picks].articles depth',
    'blocks[blocks.duo].author depth',
    'blocks[blocks.credit].author depth',
  ),
  statements: 4,
})

example('one component of a zone', {
  request:
    'GET /api/articles/1?fields[0]=title&populate[blocks][on][blocks.quote]=deep&populate[blocks][on][blocks.hero]=true',
  status: 200,
  response: answer(1, { title: 'Tide', blocks: [HERO, QUOTE, { ...HERO, id: 2, heading: 'Low water' }] }),
  statements: 4,
})

example('as a list, with the page', {
  request: 'GET /api/tags?fields[0]=name&filters[id]=3&populate=deep,1,-articles',
  status: 200,
  response: {
    data: [entry(3, { name: 'city' })],
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 }, ...stopped() },
  },
  statements: 1,
})

for (const populate of ['deep,1,-members', ['deep', 1, '-members'], ['deep', '1', '-members']])
  example(`in a query as JSON: ${JSON.stringify(populate)}`, {
    request: 'POST /api/teams/query',
    body: { fields: ['name'], filters: { id: 1 }, populate },
    status: 200,
    response: {
      data: [entry(1, { ...NAME, partner: data(PRINT) })],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 }, ...stopped() },
    },
    statements: 2,
  })

example('in a query as JSON, below one attribute, in flat entries', {
  request: 'POST /api/authors/query',
  body: { fields: ['name'], filters: { id: 1 }, populate: { team: 'deep,1' }, format: 'flat' },
  status: 200,
  response: {
    data: [
      {
        id: 1,
        name: 'Ada Reed',
        team: { id: 1, ...EDITORS.attributes, partner: { id: 2, ...PRINT.attributes } },
      },
    ],
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 }, ...stopped('team.members cycle') },
  },
  statements: 3,
})

example('a number of levels, and nothing else', {
  request: 'GET /api/tags?populate=deep,many',
  status: 400,
  response: badValue('populate', 'expected a number of levels after deep, got "many"'),
  statements: 0,
})

example('no level is no number of levels', {
  request: 'GET /api/tags?populate[articles]=deep,0',
  status: 400,
  response: badValue('populate[articles]', 'expected a number of levels after deep, got "0"'),
  statements: 0,
})

example('everything needs no names beside it', {
  request: 'GET /api/tags?populate[0]=deep&populate[1]=2&populate[2]=articles',
  status: 400,
  response: badValue('populate', 'expected nothing but a number of levels and names with a minus sign beside deep'),
  statements: 0,
})

example('more levels than allowed', {
  request: 'GET /api/tags?populate=deep,11',
  status: 400,
  response: failure(
    400,
    'ValidationError',
    'The parameter populate asks for more than 10 levels (setting limits.deepLevels)',
  ),
  statements: 0,
})

example('a name that is nowhere cannot be left out', {
  request: 'GET /api/teams/1?populate=deep,1,-secret',
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', 'There is no attribute to populate named secret'),
  statements: 0,
})

exampleIn({ limits: { deepEntries: 1 } })('what still fits comes in, the first level first', {
  request: 'GET /api/teams/1?fields[0]=name&populate=deep,2,-articles',
  dialect: 'document',
  status: 200,
  response: answer(
    1,
    { ...NAME, members: data([ADA]) },
    'partner budget',
    'members.avatar budget',
    'members.team cycle',
  ),
  statements: 2,
})

exampleIn({ limits: { deepLength: 50 } })('a budget of bytes', {
  request: 'GET /api/teams/1?fields[0]=name&populate=deep',
  dialect: 'document',
  status: 200,
  response: answer(1, NAME, 'members budget', 'partner budget'),
  statements: 1,
})

exampleIn({ limits: { populateNodes: 2 } })('the number of nodes is part of the budget', {
  request: 'GET /api/teams/1?fields[0]=name&populate=deep',
  dialect: 'document',
  status: 200,
  response: answer(
    1,
    { ...NAME, members: data([ADA]), partner: data(PRINT) },
    'members.avatar budget',
    'members.team cycle',
    'members.articles budget',
    'partner.members budget',
    'partner.partner cycle',
  ),
  statements: 3,
})
