/** What is computed from the entries of a list. */
import { exampleIn } from '../../../support/worlds/example.ts'
import { badValue, failure, invalid } from '../../../support/worlds/world-rows.ts'

const example = exampleIn({
  grants: [
    { role: 'public', type: 'article', actions: ['aggregate'] },
    { role: 'public', type: 'tag', actions: ['aggregate'] },
    { role: 'public', type: 'author', actions: ['find'], fields: ['name', 'born'] },
    { role: 'public', type: 'secret', actions: ['aggregate'] },
  ],
})
const AGGREGATE = 'GET /api/articles/aggregate'
const page = (total: number, more: object = {}) => ({
  pagination: { page: 1, pageSize: 25, pageCount: total === 0 ? 0 : 1, total, ...more },
})
const forbidden = failure(403, 'ForbiddenError', 'Forbidden')

example('without any wish, the number of entries', {
  request: AGGREGATE,
  status: 200,
  response: { data: { count: 4 }, meta: {} },
  statements: 1,
})

example('sums, averages, extremes and the number of different values, in one statement', {
  request: `${AGGREGATE}?count&sum[]=rank&sum[]=price&avg[]=price&avg[]=rank&min[]=day&max[]=happenedAt&max[]=stampedAt&countDistinct[]=kind&countDistinct[]=author`,
  status: 200,
  response: {
    data: {
      count: 4,
      sum: { rank: 6, price: 29.95 },
      avg: { price: 14.975, rank: 2 },
      min: { day: '2024-03-01' },
      max: { happenedAt: '2024-03-01T06:15:30.500Z', stampedAt: '1709251200000' },
      countDistinct: { kind: 2, author: 2 },
    },
    meta: {},
  },
  statements: 1,
})

example('sums are exact; those of big integers are strings, as the values are', {
  request: `${AGGREGATE}?sum[]=views&min[]=views&max[]=views&avg[]=score&sum[]=score`,
  status: 200,
  response: {
    data: {
      sum: { views: '9007199254741005', score: 6.75 },
      avg: { score: 3.375 },
      min: { views: '12' },
      max: { views: '9007199254740993' },
    },
    meta: {},
  },
  statements: 1,
})

example('groups, in the order of their values, those without one last', {
  request: `${AGGREGATE}?count&sum[]=rank&groupBy[]=kind`,
  status: 200,
  response: {
    data: [
      { group: { kind: 'guide' }, count: 1, sum: { rank: 3 } },
      { group: { kind: 'news' }, count: 2, sum: { rank: 1 } },
      { group: { kind: null }, count: 1, sum: { rank: 2 } },
    ],
    meta: page(3),
  },
  statements: 1,
})

example('groups by a related entry, by its values, and by those of a component', {
  request: `${AGGREGATE}?count&groupBy[]=author&groupBy[]=author.name&groupBy[]=author.born:year&groupBy[]=seo.metaTitle&filters[author][id][$notNull]=true`,
  status: 200,
  response: {
    data: [
      {
        group: {
          author: 1,
          'author.name': 'Ada Reed',
          'author.born:year': '1990-01-01',
          'seo.metaTitle': 'All about tides',
        },
        count: 1,
      },
      {
        group: { author: 1, 'author.name': 'Ada Reed', 'author.born:year': '1990-01-01', 'seo.metaTitle': null },
        count: 1,
      },
      {
        group: { author: 2, 'author.name': 'Ben Cole', 'author.born:year': null, 'seo.metaTitle': 'Ridge walks' },
        count: 1,
      },
    ],
    meta: page(3),
  },
  statements: 1,
})

for (const [bucket, first, second] of [
  ['day', '2024-03-01', '2024-04-15'],
  ['week', '2024-02-26', '2024-04-15'],
  ['month', '2024-03-01', '2024-04-01'],
  ['quarter', '2024-01-01', '2024-04-01'],
] as const)
  example(`groups by ${bucket}, named after its first day`, {
    request: `${AGGREGATE}?count&groupBy[]=day:${bucket}&filters[day][$notNull]=true`,
    status: 200,
    response: {
      data: [
        { group: { [`day:${bucket}`]: first }, count: 2 },
        { group: { [`day:${bucket}`]: second }, count: 1 },
      ],
      meta: page(2),
    },
    statements: 1,
  })

example('date-times are grouped in UTC', {
  request: `${AGGREGATE}?count&groupBy[]=createdAt:week&groupBy[]=stampedAt:year&groupBy[]=happenedAt:day&locale=all`,
  status: 200,
  response: {
    data: [
      {
        group: { 'createdAt:week': '2024-04-29', 'stampedAt:year': '2024-01-01', 'happenedAt:day': '2024-03-01' },
        count: 1,
      },
      { group: { 'createdAt:week': '2024-04-29', 'stampedAt:year': null, 'happenedAt:day': null }, count: 3 },
      { group: { 'createdAt:week': '2024-05-06', 'stampedAt:year': null, 'happenedAt:day': null }, count: 1 },
    ],
    meta: page(3),
  },
  statements: 1,
})

example('sorted by what is computed, and by groups', {
  request: `${AGGREGATE}?sum[]=rank&groupBy[]=kind&groupBy[]=featured&sort[]=sum.rank:desc&sort[]=kind`,
  status: 200,
  response: {
    data: [
      { group: { kind: 'guide', featured: true }, sum: { rank: 3 } },
      { group: { kind: null, featured: null }, sum: { rank: 2 } },
      { group: { kind: 'news', featured: false }, sum: { rank: 1 } },
      { group: { kind: 'news', featured: true }, sum: { rank: null } },
    ],
    meta: page(4),
  },
  statements: 1,
})

example('a page of the groups, and the number of all', {
  request: `${AGGREGATE}?groupBy[]=kind&sort=count:desc,kind&pagination[page]=2&pagination[pageSize]=1`,
  status: 200,
  response: { data: [{ group: { kind: 'guide' } }], meta: page(3, { page: 2, pageSize: 1, pageCount: 3 }) },
  statements: 1,
})

example('a page after the last one', {
  request: `${AGGREGATE}?groupBy[]=kind&pagination[start]=9&pagination[limit]=1`,
  status: 200,
  response: { data: [], meta: { pagination: { start: 9, limit: 1, total: 3 } } },
  statements: 1,
})

example('groups that are not counted', {
  request: `${AGGREGATE}?groupBy[]=kind&pagination[limit]=1&pagination[withCount]=false`,
  status: 200,
  response: { data: [{ group: { kind: 'guide' } }], meta: { pagination: { start: 0, limit: 1 } } },
  statements: 1,
})

example('having leaves groups out', {
  request: `${AGGREGATE}?sum[]=price&max[]=day&avg[]=price&groupBy[]=kind&having[count][$gte]=1&having[sum][price][$between][0]=9.95&having[sum][price][$between][1]=19.99&having[max][day][$lt]=2024-03-02&having[avg][price]=9.95`,
  status: 200,
  response: {
    data: [{ group: { kind: 'guide' }, sum: { price: 9.95 }, avg: { price: 9.95 }, max: { day: '2024-03-01' } }],
    meta: page(1),
  },
  statements: 1,
})

example('filters, locale, fallback and _q decide which entries count', {
  request: `${AGGREGATE}?count&groupBy[]=locale&locale=fr&fallback=en&filters[rank][$gte]=2`,
  status: 200,
  response: {
    data: [
      { group: { locale: 'en' }, count: 1 },
      { group: { locale: 'fr' }, count: 1 },
    ],
    meta: page(2),
  },
  statements: 1,
})

example('nothing to compute from', {
  request: `${AGGREGATE}?count&sum[]=rank&avg[]=rank&max[]=day&countDistinct[]=kind&filters[id]=99`,
  status: 200,
  response: {
    data: { count: 0, sum: { rank: null }, avg: { rank: null }, max: { day: null }, countDistinct: { kind: 0 } },
    meta: {},
  },
  statements: 1,
})

for (const method of ['POST', 'QUERY'])
  example(`${method} has the same parameters in its body`, {
    request: `${method} /api/articles/aggregate`,
    body: { count: true, sum: ['rank'], groupBy: 'kind', filters: { kind: { $notNull: true } }, sort: 'count:desc' },
    status: 200,
    response: {
      data: [
        { group: { kind: 'news' }, count: 2, sum: { rank: 1 } },
        { group: { kind: 'guide' }, count: 1, sum: { rank: 3 } },
      ],
      meta: page(2),
    },
    statements: 1,
  })

example('drafts need the same right as in a list', {
  request: 'GET /api/tags/aggregate?publicationState=preview',
  dialect: 'document',
  status: 403,
  response: forbidden,
  statements: 0,
})

example('drafts, where everybody may ask for them', {
  request: `${AGGREGATE}?publicationState=preview&sum[]=rank&count`,
  dialect: 'strapi4',
  status: 200,
  response: { data: { count: 5, sum: { rank: 15 } }, meta: {} },
  statements: 1,
})

example('the right of its own is needed', {
  request: 'GET /api/authors/aggregate',
  status: 403,
  response: forbidden,
  statements: 0,
})
example('and the right to read the list', {
  request: 'GET /api/secrets/aggregate',
  status: 403,
  response: forbidden,
  statements: 0,
})
example('a token that may only read has no such right', {
  request: AGGREGATE,
  as: 'read-only',
  status: 403,
  response: forbidden,
  statements: 0,
})
example('a token with full access has it', {
  request: 'GET /api/secrets/aggregate',
  as: 'full-access',
  status: 200,
  response: { data: { count: 1 }, meta: {} },
  statements: 1,
})

for (const name of [
  'passcode',
  'internal',
  'secret',
  'secret.code',
  'author.email',
  'nope',
  'createdBy',
  'seo',
  'blocks',
])
  example(`groupBy knows no ${name}, as fields does not`, {
    request: `${AGGREGATE}?groupBy[]=${name}`,
    status: 400,
    response: invalid(name === 'secret.code' ? 'secret' : name === 'author.email' ? 'email' : name),
    statements: 0,
  })
for (const search of ['countDistinct[]=passcode', 'sum[]=passcode', 'max[]=passcode'])
  example(`${search}: a password has no value`, {
    request: `${AGGREGATE}?${search}`,
    status: 400,
    response: invalid('passcode'),
    statements: 0,
  })

example('the entries that a search finds', {
  request: `${AGGREGATE}?search=ridge&count&sum[]=rank&groupBy[]=title&sort=title`,
  status: 200,
  response: {
    data: [
      { group: { title: 'Ridge' }, count: 1, sum: { rank: 1 } },
      { group: { title: 'Tide' }, count: 1, sum: { rank: 3 } },
    ],
    meta: page(2),
  },
  statements: 1,
})

example('the entries that a search finds in related ones, with a filter', {
  request: `${AGGREGATE}?search=reed+harbor&filters[rank][$null]=true`,
  status: 200,
  response: { data: { count: 1 }, meta: {} },
  statements: 1,
})

for (const word of ['readers', '4711', 'sketch', 'nowhere'])
  example(`no entry is found by ${word}, which is hidden`, {
    request: `${AGGREGATE}?search=${word}`,
    dialect: 'strapi4',
    status: 200,
    response: { data: { count: 0 }, meta: {} },
    statements: 1,
  })

example('a search in a type without an index', {
  request: 'GET /api/tags/aggregate?search=sea',
  dialect: 'document',
  status: 400,
  response: badValue('search', 'this content type is not indexed for search'),
  statements: 0,
})

for (const [search, parameter, problem] of [
  ['groupBy[]=tags', 'groupBy[0]', 'tags may lead to several values, and one is needed'],
  ['sum=title', 'sum', 'title is not a number'],
  ['min[]=title', 'min[0]', 'title is neither a number nor a date or time'],
  ['groupBy[]=metadata', 'groupBy[0]', 'metadata is a JSON value, which cannot be compared'],
  ['groupBy[]=title:month', 'groupBy[0]', 'title is not a date'],
  ['groupBy=createdAt:hour', 'groupBy', 'expected day, week, month, quarter, year after the colon, got "hour"'],
  ['groupBy[a]=kind', 'groupBy', 'expected a name or a list of names, got {"a":"kind"}'],
  ['count=some', 'count', 'expected true or false, got "some"'],
  ['fields[]=title', 'fields', 'an aggregate shows no entries; use groupBy'],
  ['populate=author', 'populate', 'an aggregate shows no entries; use groupBy'],
  ['search[query]=tide&search[snippets]=true', 'search[snippets]', 'an aggregate shows no entries'],
  ['search[fuzzy]=true', 'search[fuzzy]', 'there is no such option; there are query, typos, prefixes, snippets'],
  ['sort=count', 'sort', 'it needs groupBy'],
  ['having[count]=1', 'having', 'it needs groupBy'],
  ['count&pagination[page]=1', 'pagination', 'it needs groupBy'],
  ['groupBy=kind&sort=cuont', 'sort', 'cuont is neither a group nor computed; did you mean count?'],
  ['groupBy=kind&having[count][$gt]=x', 'having[count][$gt]', 'expected a number, got "x"'],
  ['groupBy=kind&having[count][$like]=1', 'having[count][$like]', '$like cannot be used here'],
  ['groupBy=kind&having[sum][rank][$gt]=1', 'having[sum][rank]', 'it is not computed; ask for it first'],
  ['groupBy=kind&having=1', 'having', 'expected conditions such as having[count][$gt]=1, got "1"'],
  ['groupBy=kind&pagination[after]=', 'pagination[after]', 'groups have pages by number only'],
] as const)
  example(`${search} is refused`, {
    request: `${AGGREGATE}?${search}`,
    status: 400,
    response: badValue(parameter, problem),
    statements: 0,
  })

example('a misspelt parameter', {
  request: `${AGGREGATE}?groupby[]=kind`,
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', 'There is no parameter groupby; did you mean groupBy?'),
  statements: 0,
})

example('a misspelt parameter, where those are passed over', {
  request: `${AGGREGATE}?groupby[]=kind`,
  dialect: 'strapi4',
  status: 200,
  response: { data: { count: 4 }, meta: {} },
  headers: { 'x-populus-hint': 'there is no parameter groupby; did you mean groupBy?' },
  statements: 1,
})
