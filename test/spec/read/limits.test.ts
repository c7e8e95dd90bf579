/** Limits: each a setting, each with its own answer that names it. */
import { example, exampleIn } from '../../support/worlds/example.ts'
import {
  bare,
  collection,
  data,
  EDITORS,
  type Entry,
  entry,
  failure,
  PRINT,
  single,
  withMore,
} from '../../support/worlds/world-rows.ts'

const refused = (message: string) => failure(400, 'ValidationError', message)

const exampleWithShortQueries = exampleIn({ limits: { queryLength: 40 } })

exampleWithShortQueries('a query string as long as the limit is answered', {
  request: 'GET /api/teams?fields[0]=name&fields[1]=id&x=1234567890',
  status: 200,
  response: collection(entry(1, { name: 'Editors' }), entry(2, { name: 'Print' })),
  statements: 1,
})

exampleWithShortQueries('a longer query string is 414 and names the limit', {
  request: 'GET /api/teams?fields[0]=name&fields[1]=id&x=12345678901',
  status: 414,
  response: failure(414, 'UriTooLongError', 'The query string is longer than 40 bytes (setting limits.queryLength)'),
  statements: 0,
  headers: { 'x-populus-error': 'Q120' },
})

example('the query string may have 16 KiB', {
  request: `GET /api/teams?fields[0]=id&x=${'y'.repeat(16 * 1024 - 'fields[0]=id&x='.length)}`,
  status: 200,
  response: collection(bare(1), bare(2)),
  statements: 1,
})

example('a query string of more than 16 KiB is 414', {
  request: `GET /api/teams?fields[0]=id&x=${'y'.repeat(16 * 1024 + 1 - 'fields[0]=id&x='.length)}`,
  status: 414,
  response: failure(414, 'UriTooLongError', 'The query string is longer than 16384 bytes (setting limits.queryLength)'),
  statements: 0,
})

const exampleWithFewParameters = exampleIn({ limits: { parameters: 3 } })

exampleWithFewParameters('as many parameters as the limit are answered', {
  request: 'GET /api/teams?fields[0]=name&a=1&b=2',
  status: 200,
  response: collection(entry(1, { name: 'Editors' }), entry(2, { name: 'Print' })),
  statements: 1,
})

exampleWithFewParameters('more parameters are an error that names the limit', {
  request: 'GET /api/teams?fields[0]=name&a=1&b=2&c=3',
  status: 400,
  response: refused('The query has more than 3 parameters (setting limits.parameters)'),
  statements: 0,
  headers: { 'x-populus-error': 'Q121' },
})

const exampleWithShortLists = exampleIn({ limits: { listLength: 2 } })

exampleWithShortLists('a list as long as the limit is answered', {
  request: 'GET /api/teams?fields[0]=name&fields[1]=id',
  status: 200,
  response: collection(entry(1, { name: 'Editors' }), entry(2, { name: 'Print' })),
  statements: 1,
})

exampleWithShortLists('a longer list of fields is an error that names the limit', {
  request: 'GET /api/authors?fields[0]=name&fields[1]=email&fields[2]=born',
  status: 400,
  response: refused('The list fields has more than 2 items (setting limits.listLength)'),
  statements: 0,
  headers: { 'x-populus-error': 'Q122' },
})

exampleWithShortLists('a longer list of names in populate is an error that names the limit', {
  request: 'GET /api/articles?populate[0]=author&populate[1]=tags&populate[2]=cover',
  status: 400,
  response: refused('The list populate has more than 2 items (setting limits.listLength)'),
  statements: 0,
})

exampleWithShortLists('a longer list of sort keys is an error that names the limit', {
  request: 'GET /api/articles?sort[0]=title&sort[1]=slug&sort[2]=rank',
  status: 400,
  response: refused('The list sort has more than 2 items (setting limits.listLength)'),
  statements: 0,
})

exampleWithShortLists('a longer list of values in a filter is an error that names the limit', {
  request: 'GET /api/articles?filters[id][$in][0]=1&filters[id][$in][1]=2&filters[id][$in][2]=3',
  status: 400,
  response: refused('The list filters[id][$in] has more than 2 items (setting limits.listLength)'),
  statements: 0,
})

exampleWithShortLists('a longer list of values without an operator is an error that names the limit', {
  request: 'GET /api/articles?filters[id][0]=1&filters[id][1]=2&filters[id][2]=3',
  status: 400,
  response: refused('The list filters[id] has more than 2 items (setting limits.listLength)'),
  statements: 0,
})

exampleWithShortLists('a longer list of conditions is an error that names the limit', {
  request: 'GET /api/articles?filters[$or][0][id]=1&filters[$or][1][id]=2&filters[$or][2][id]=3',
  status: 400,
  response: refused('The list filters[$or] has more than 2 items (setting limits.listLength)'),
  statements: 0,
})

exampleWithShortLists('a longer list of locales is an error that names the limit', {
  request: 'GET /api/articles?locale[0]=en&locale[1]=fr&locale[2]=de',
  status: 400,
  response: refused('The list locale has more than 2 items (setting limits.listLength)'),
  statements: 0,
})

example('lists longer than 100 work', {
  request: `GET /api/articles?fields[0]=id&${Array.from({ length: 150 }, (_, index) => `filters[id][$in][${index}]=${index + 2}`).join('&')}`,
  status: 200,
  response: collection(bare(2), bare(3), bare(4)),
  statements: 1,
})

example('an index over 100 does not turn a list into an object', {
  request: 'GET /api/articles?fields[150]=title&filters[id][$in][700]=1&populate[333]=author&sort[101]=title',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      author: data(
        entry(1, {
          name: 'Ada Reed',
          email: 'ada@example.com',
          born: '1990-02-03',
          createdAt: '2024-01-01T00:00:00.000Z',
          updatedAt: '2024-01-01T00:00:00.000Z',
        }),
      ),
    }),
  ),
  statements: 2,
})

example('a list index over the limit is an error that names the limit', {
  request: 'GET /api/articles?fields[1000]=title',
  status: 400,
  response: refused('The list fields has more than 1000 items (setting limits.listLength)'),
  statements: 0,
})

const exampleWithFewNodes = exampleIn({ limits: { populateNodes: 3 } })

exampleWithFewNodes('as many populated nodes as the limit are answered', {
  request: 'GET /api/authors/3?fields[0]=name&populate[0]=team.partner.partner',
  status: 200,
  response: single(3, { name: 'Cy Dane', team: data(null) }),
  statements: 2,
})

exampleWithFewNodes('more populated nodes are an error that names the limit', {
  request: 'GET /api/authors/3?fields[0]=name&populate[0]=team.partner.partner&populate[1]=avatar',
  status: 400,
  response: refused('The query populates more than 3 nodes (setting limits.populateNodes)'),
  statements: 0,
  headers: { 'x-populus-error': 'Q123' },
})

exampleWithFewNodes('what populate=* adds counts as well', {
  request: 'GET /api/articles?populate=*',
  status: 400,
  response: refused('The query populates more than 3 nodes (setting limits.populateNodes)'),
  statements: 0,
})

/** Team 1 and its partners: each of the two teams is the other's partner. */
function partners(levels: number, team = EDITORS): Entry {
  const other = team === EDITORS ? PRINT : EDITORS
  return levels === 0 ? team : withMore(team, { partner: data(partners(levels - 1, other)) })
}

const levels = (count: number) => Array(count).fill('partner').join('.')

example('two hundred nodes may be populated', {
  request: `GET /api/teams/1?populate[0]=${levels(200)}`,
  status: 200,
  response: { data: partners(200), meta: {} },
  statements: 201,
})

example('two hundred and one nodes are one too many', {
  request: `GET /api/teams/1?populate[0]=${levels(201)}`,
  status: 400,
  response: refused('The query populates more than 200 nodes (setting limits.populateNodes)'),
  statements: 0,
})

const exampleWithManyNodes = exampleIn({ limits: { populateNodes: 300 } })

exampleWithManyNodes('a project may lift the limit of nodes, and there is no other one on levels', {
  request: `GET /api/teams/1?populate[0]=${levels(250)}`,
  status: 200,
  response: { data: partners(250), meta: {} },
  statements: 251,
})

/** No other limit stands in the way. */
const exampleWithAllLevels = exampleIn({
  limits: { populateNodes: 10_000, queryLength: 200_000, cost: 1e300, answerEntries: 1e300 },
})

exampleWithAllLevels('five hundred levels work, in dots', {
  request: `GET /api/teams/1?populate[0]=${levels(500)}`,
  status: 200,
  response: { data: partners(500), meta: {} },
  statements: 501,
})

exampleWithAllLevels('five hundred levels work, in brackets', {
  request: `GET /api/teams/1?populate${'[partner][populate]'.repeat(499)}[0]=partner`,
  status: 200,
  response: { data: partners(500), meta: {} },
  statements: 501,
})

exampleWithAllLevels('five hundred levels work through zones, their components and relations', {
  request: `GET /api/articles/3?fields[0]=title&populate${'[blocks][on][blocks.picks][populate][articles][populate]'.repeat(250)}[0]=seo.socials`,
  dialect: 'document',
  status: 200,
  response: single(3, { title: 'Alone', blocks: [] }),
  statements: 2,
})

exampleWithAllLevels('more levels than the server can follow are an error that says how many work', {
  request: `GET /api/teams/1?populate[0]=${levels(9000)}`,
  status: 400,
  response: refused(
    'The query nests more levels than the server can follow; 500 levels always work. Read what lies below them with a second query',
  ),
  statements: 0,
  headers: { 'x-populus-error': 'Q139' },
})

const exampleWithFewTerms = exampleIn({ limits: { filterTerms: 2 } })

exampleWithFewTerms('as many filter terms as the limit are answered', {
  request: 'GET /api/teams?fields[0]=name&filters[name]=Print&filters[id]=2',
  status: 200,
  response: collection(entry(2, { name: 'Print' })),
  statements: 1,
})

exampleWithFewTerms('more filter terms are an error that names the limit, wherever they stand', {
  request: 'GET /api/teams?filters[name]=Print&populate[members][filters][name]=Ada&populate[members][filters][id]=1',
  status: 400,
  response: refused('The query has more than 2 filter terms (setting limits.filterTerms)'),
  statements: 0,
  headers: { 'x-populus-error': 'Q124' },
})

example('a page has at most 100 entries, whatever is asked', {
  request: 'GET /api/teams?fields[0]=id&pagination[pageSize]=5000',
  status: 200,
  response: {
    data: [bare(1), bare(2)],
    meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: 2 } },
  },
  statements: 1,
})

const exampleWithPlainPatterns = exampleIn({ limits: { patternLength: 7, patternWildcards: 2 } })

exampleWithPlainPatterns('a text to look for may have as many wildcards as the limit', {
  request: 'GET /api/teams?fields[0]=name&filters[name][$contains]=di__rs',
  status: 200,
  response: collection(entry(1, { name: 'Editors' })),
  statements: 1,
})

exampleWithPlainPatterns('more wildcards are an error that names the limit', {
  request: 'GET /api/teams?filters[name][$contains]=d___rs',
  status: 400,
  response: refused(
    'The search text in filters[name][$contains] has more than 2 wildcards, % or _ (setting limits.patternWildcards)',
  ),
  statements: 0,
  headers: { 'x-populus-error': 'Q137' },
})

exampleWithPlainPatterns('wildcards of a search are counted, but a percent sign is none there', {
  request: 'GET /api/teams?_q=d___',
  status: 400,
  response: refused('The search text in _q has more than 2 wildcards, % or _ (setting limits.patternWildcards)'),
  statements: 0,
})

exampleWithPlainPatterns('percent signs may be searched for', {
  request: 'GET /api/teams?_q=%25%25%25',
  status: 200,
  response: collection(),
  statements: 1,
})

exampleWithPlainPatterns('a longer text to look for is an error that names the limit', {
  request: 'GET /api/teams?filters[$or][0][name][$endsWithi]=12345678',
  status: 400,
  response: refused(
    'The search text in filters[$or][0][name][$endsWithi] is longer than 7 characters (setting limits.patternLength)',
  ),
  headers: { 'x-populus-error': 'Q136' },
  statements: 0,
})

exampleWithPlainPatterns('before the first percent sign nothing is counted, since it costs nothing', {
  request: 'GET /api/teams?fields[0]=name&filters[$or][0][name][$startsWith]=_d____s&filters[$or][1][name][$eqi]=P___T',
  status: 200,
  response: collection(entry(1, { name: 'Editors' }), entry(2, { name: 'Print' })),
  statements: 1,
})
