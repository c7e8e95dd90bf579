/** Options inside populate that have no meaning where they stand: an error in the dialect document, ignored as in Strapi in strapi4. */
import { example } from '../../support/worlds/example.ts'
import { badValue, collection, data, entry, failure, invalid, single } from '../../support/worlds/world-rows.ts'

const TIDE = 'GET /api/articles/1?fields[0]=title'
const HERO = '&populate[blocks][on][blocks.hero][fields][0]=heading'
const OPTIONS =
  'fields, filters, sort, populate, on, count, ordering, publicationState, pagination, locale, page, pageSize, start, limit, exists, ids, required, components'

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
      'it has no meaning inside populate; write locale at the root, or populate[author][filters][locale]=...',
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
  {
    query: 'populate[author]=-team',
    response: badValue(
      'populate[author]',
      'expected true, false, * or options, got "-team"; write names as populate[author][populate][0]=...',
    ),
  },
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
