/** Options inside populate that have no meaning where they stand: an error in the dialect document, ignored as in Strapi in strapi4. */
import { example, exampleIn } from '../../support/worlds/example.ts'
import { badValue, collection, data, entry, failure, invalid, single } from '../../support/worlds/world-rows.ts'

const TIDE = 'GET /api/articles/1?fields[0]=title'
const HERO = '&populate[blocks][on][blocks.hero][fields][0]=heading'
const OPTIONS =
  'fields, filters, sort, populate, on, components, required, count, exists, ids, ordering, publicationState, start, limit, pagination'

interface Idle {
  readonly query: string
  readonly response: unknown
}

const components = (got: string) =>
  badValue(
    'populate[blocks][on]',
    `expected components with what is shown of them, populate[blocks][on][category.name]=true, got ${got}`,
  )
const onlyZones = (place: string, name: string, path: string) =>
  badValue(
    `${path}[${place}]`,
    `only dynamic zones ${place === 'on' ? 'and relations to any type ' : ''}have kinds to choose from; for ${name} write ${path}[fields] and ${path}[populate]`,
  )

const IDLE: readonly Idle[] = [
  { query: 'populate[blocks][on]=*', response: components('"*"') },
  { query: 'populate[blocks][on]=blocks.hero', response: components('"blocks.hero"') },
  { query: 'populate[blocks][on][]=blocks.hero', response: components('["blocks.hero"]') },
  { query: 'populate[blocks][on]=', response: components('""') },
  { query: 'populate[author][on][blocks.hero]=true', response: onlyZones('on', 'author', 'populate[author]') },
  { query: 'populate[cover][on][blocks.hero]=true', response: onlyZones('on', 'cover', 'populate[cover]') },
  { query: 'populate[seo][components]=shared.seo', response: onlyZones('components', 'seo', 'populate[seo]') },
  {
    query: 'populate[author][nope]=1',
    response: failure(400, 'ValidationError', `There is no parameter nope; inside populate there are ${OPTIONS}`),
  },
  {
    query: 'populate[author][populate][team][nope]=1',
    response: failure(400, 'ValidationError', `There is no parameter nope; inside populate there are ${OPTIONS}`),
  },
  {
    query: 'populate[author][locale]=fr',
    response: badValue(
      'populate[author][locale]',
      'it has no meaning inside populate; write locale at the root, or populate[author][filters][locale]=... if this type has locales',
    ),
  },
  {
    query: 'populate[blocks][on][blocks.hero][count]=true',
    response: badValue(
      'populate[blocks][on][blocks.hero][count]',
      'it is not possible for dynamic zones and relations to any type',
    ),
  },
  {
    query: 'populate[blocks][count]=true',
    response: badValue('populate[blocks][count]', 'it is not possible for dynamic zones and relations to any type'),
  },
  {
    query: 'populate[author]=team,avatar',
    response: badValue(
      'populate[author]',
      'expected true, false, * or options, got "team,avatar"; write names as populate[author][populate][0]=...',
    ),
  },
  ...['-team', 'team', 'yes'].map(text => ({
    query: `populate[author]=${text}`,
    response: badValue(
      'populate[author]',
      `expected true, false, * or options, got "${text}"; write names as populate[author][populate][0]=...`,
    ),
  })),
  {
    query: 'populate[blocks][on][blocks.hero]=link',
    response: badValue(
      'populate[blocks][on][blocks.hero]',
      'expected true, false, * or options, got "link"; write names as populate[blocks][on][blocks.hero][populate][0]=...',
    ),
  },
  ...['populate[-author]=true', 'populate=author.-team'].map(query => ({
    query,
    response: failure(
      400,
      'ValidationError',
      `There is no attribute to populate named ${query.includes('team') ? '-team' : '-author'}; what is left out stands in a list of names, such as populate[0]=-name`,
    ),
  })),
]

for (const { query, response } of IDLE) {
  example(`${query} has no meaning, and the error says what would have one`, {
    request: `${TIDE}&${query}`,
    dialect: 'document',
    status: 400,
    response,
    statements: 0,
  })
}

example('a name beside on that no component has is an error', {
  request: `${TIDE}${HERO}&populate[blocks][fields][0]=nope`,
  dialect: 'document',
  status: 400,
  response: invalid('nope'),
  headers: { 'x-populus-hint': 'at populate[blocks][fields]' },
  statements: 0,
})

example('a name to populate beside on that no component has is an error', {
  request: `${TIDE}${HERO}&populate[blocks][populate][0]=nope`,
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', 'There is no attribute to populate named nope'),
  statements: 0,
})

example('a name beside on that one of the components has changes nothing', {
  request: `${TIDE}${HERO}&populate[blocks][fields][0]=words&populate[blocks][sort]=by&populate[blocks][populate][0]=image`,
  dialect: 'document',
  status: 200,
  response: single(1, {
    title: 'Tide',
    blocks: [
      { id: 1, __component: 'blocks.hero', heading: 'High water' },
      { id: 2, __component: 'blocks.hero', heading: 'Low water' },
    ],
  }),
  statements: 1 + 2,
})

example('in the dialect strapi4 what has no meaning is passed over', {
  request:
    'GET /api/articles?filters[id]=1&fields[0]=title&populate[author][fields][0]=name&populate[author][nope]=1&populate[author][locale]=fr&populate[author][on][blocks.hero]=true',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { title: 'Tide', author: data(entry(1, { name: 'Ada Reed' })) })),
  statements: 2,
})

example('in the dialect strapi4 on without components leaves a zone empty', {
  request: `${TIDE}&populate[blocks][on]=*`,
  dialect: 'strapi4',
  status: 200,
  response: single(1, { title: 'Tide', blocks: [] }),
  statements: 2,
})

for (const place of ['[blocks]', '[blocks][on][blocks.hero]', '[author]']) {
  example(`a name that does not exist cannot be left out below populate${place} either`, {
    request: `${TIDE}&populate${place}[populate][0]=-nope`,
    dialect: 'document',
    status: 400,
    response: failure(400, 'ValidationError', 'There is no attribute to populate named nope'),
    headers: { 'x-populus-hint': `at populate${place}[populate]` },
    statements: 0,
  })
}

example('a name that is left out beside on must exist', {
  request: `${TIDE}${HERO}&populate[blocks][populate][0]=-nope`,
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', 'There is no attribute to populate named nope'),
  statements: 0,
})

example('of a shared populate, one kind of block must have the name that is left out', {
  request: `${TIDE}&populate[blocks][fields][0]=id&populate[blocks][populate][0]=-articles&populate[blocks][populate][1]=link`,
  status: 200,
  response: single(1, {
    title: 'Tide',
    blocks: [
      { id: 1, __component: 'blocks.hero', link: { id: 3, label: 'More', url: 'https://water.example', weight: 9 } },
      { id: 1, __component: 'blocks.quote' },
      { id: 1, __component: 'blocks.picks' },
      { id: 1, __component: 'blocks.duo' },
      { id: 1, __component: 'blocks.credit' },
      { id: 2, __component: 'blocks.hero', link: null },
    ],
  }),
  statements: 8,
})

const NOT_ALL = 'not all kinds have it; write'

for (const part of ['fields', 'sort', 'filters']) {
  example(`the error for ${part} that only some blocks have says what to write`, {
    request: `${TIDE}&populate[blocks][${part}]${part === 'filters' ? '[heading]=x' : '[0]=heading'}`,
    status: 400,
    response: invalid('heading'),
    headers: {
      'x-populus-hint': `at populate[blocks][${part}]; ${NOT_ALL} populate[blocks][on][blocks.hero][${part}]`,
    },
    statements: 0,
  })
}

example('the error for fields that only some types have says what to write', {
  request: 'GET /api/bookmarks?populate[subjects][fields][0]=title',
  status: 400,
  response: invalid('title'),
  headers: {
    'x-populus-hint': `at populate[subjects][fields]; ${NOT_ALL} populate[subjects][on][api::article.article][fields]`,
  },
  statements: 0,
})

for (const place of ['', '[on][api::article.article]']) {
  example(`required at populate[subjects]${place}, a relation to any type, is an error`, {
    request: `GET /api/bookmarks?populate[subjects]${place}[required]=true`,
    status: 400,
    response: badValue(`populate[subjects]${place}[required]`, 'it is not possible for relations to any type'),
    statements: 0,
  })
}

const exampleWithPages = exampleIn({ populateWithPagination: true })
const TAGS = '&populate[tags][fields][0]=name'
const sea = entry(1, { name: 'sea' })
const hill = entry(2, { name: 'hill' })

for (const [query, idle] of [
  ['populate[tags][page]=1', 'page'],
  ['populate[tags][pageSize]=1', 'pageSize'],
  ['populate[tags][pagination][page]=1&populate[tags][limit]=1', 'limit'],
  ['populate[tags][start]=1&populate[tags][pagination][pageSize]=1', 'start'],
] as const) {
  exampleWithPages(`${query} has no effect, and the error says where it has one`, {
    request: `${TIDE}${TAGS}&${query}`,
    dialect: 'document',
    status: 400,
    response: badValue(`populate[tags][${idle}]`, `it has no effect; write populate[tags][pagination][${idle}]`),
    statements: 0,
  })
}

example('in the dialect strapi4 page and pageSize inside populate are passed over', {
  request: `${TIDE}${TAGS}&populate[tags][page]=1&populate[tags][pageSize]=1&publicationState=live&populate[tags][publicationState]=live`,
  dialect: 'strapi4',
  status: 200,
  response: single(1, { title: 'Tide', tags: data([sea, hill]) }),
  statements: 2,
})

exampleWithPages('a typo in the pagination of a branch is an error', {
  request: `${TIDE}${TAGS}&populate[tags][pagination][pagesize]=1`,
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', 'There is no parameter pagesize; did you mean pageSize?'),
  headers: { 'x-populus-hint': 'at populate[tags][pagination][pagesize]; did you mean pageSize?' },
  statements: 0,
})

for (const limit of [0, -1]) {
  exampleWithPages(`limit=${limit} inside populate means no limit`, {
    request: `${TIDE}${TAGS}&populate[tags][publicationState]=live&populate[tags][start]=1&populate[tags][limit]=${limit}`,
    status: 200,
    response: single(1, { title: 'Tide', tags: data([hill]) }),
    statements: 2,
  })
}
