/** Dynamic zones: entries by their blocks, and blocks by their component. */
import { example } from '../../../support/worlds/example.ts'
import { badValue, collection, entry, failure, invalid } from '../../../support/worlds/world-rows.ts'

const TITLES = 'GET /api/articles?fields[0]=title'
const title = (id: number, name: string) => entry(id, { title: name })

example('entries with a block of a component in which a field matches', {
  request: `${TITLES}&filters[blocks][on][blocks.hero][heading][$contains]=High`,
  status: 200,
  response: collection(title(1, 'Tide')),
  statements: 1,
})

example('entries with any block of a component', {
  request: `${TITLES}&filters[blocks][on][blocks.quote]=true`,
  status: 200,
  response: collection(title(1, 'Tide'), title(2, 'Ridge')),
  statements: 1,
})

example('entries without such a block', {
  request: `${TITLES}&filters[$not][blocks][on][blocks.quote]=true`,
  status: 200,
  response: collection(title(3, 'Alone'), title(4, 'Harbour')),
  statements: 1,
})

example('entries with blocks of two components', {
  request: `${TITLES}&filters[blocks][on][blocks.quote][words][$notNull]=true&filters[blocks][on][blocks.hero]=true`,
  status: 200,
  response: collection(title(1, 'Tide')),
  statements: 1,
})

example('a component that the zone does not have', {
  request: `${TITLES}&filters[blocks][on][blocks.hreo]=true`,
  dialect: 'document',
  status: 400,
  response: failure(
    400,
    'ValidationError',
    'There is no component of this zone named blocks.hreo; did you mean blocks.hero?',
  ),
  statements: 0,
})

example('in the dialect of Strapi no entry has such a block', {
  request: `${TITLES}&filters[blocks][on][blocks.hreo]=true`,
  dialect: 'strapi4',
  status: 200,
  response: collection(),
  statements: 1,
})

example('a field that the component does not have', {
  request: `${TITLES}&filters[blocks][on][blocks.hero][haeding]=x`,
  status: 400,
  response: invalid('haeding'),
  statements: 0,
})

example('a zone cannot be compared with a value', {
  request: `${TITLES}&filters[blocks]=1`,
  status: 400,
  response: invalid('blocks'),
  statements: 0,
})

for (const value of ['=false', '=', '=1', '[0]=1']) {
  const got = { '=false': '"false"', '=': '""', '=1': '"1"', '[0]=1': '["1"]' }[value]
  example(`blocks are found by true or by conditions, not by ${value}`, {
    request: `${TITLES}&filters[blocks][on][blocks.hero]${value}`,
    status: 400,
    response: badValue(
      'filters[blocks][on][blocks.hero]',
      `expected true or conditions such as filters[blocks][on][blocks.hero][attribute]=..., got ${got}; to find entries without one, use $not`,
    ),
    statements: 0,
  })
}

const QUOTES = [
  { id: 1, __component: 'blocks.quote', words: 'It always comes back.', by: 'A sailor' },
  { id: 2, __component: 'blocks.quote', words: 'Up is easier.', by: null },
]

example('components restricts the blocks that are shown', {
  request: `${TITLES}&filters[id][$lt]=4&populate[blocks][components][0]=blocks.quote`,
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', blocks: [QUOTES[0]] }),
    entry(2, { title: 'Ridge', blocks: [QUOTES[1]] }),
    entry(3, { title: 'Alone', blocks: [] }),
  ),
  statements: 3,
})

example('with required, entries without such a block are left out', {
  request: `${TITLES}&populate[blocks][components][0]=blocks.quote&populate[blocks][required]=true`,
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', blocks: [QUOTES[0]] }),
    entry(2, { title: 'Ridge', blocks: [QUOTES[1]] }),
  ),
  statements: 3,
})

example('components may be separated by commas', {
  request: `${TITLES}&filters[id]=1&populate[blocks][components]=blocks.quote,%20blocks.vault`,
  status: 200,
  response: collection(entry(1, { title: 'Tide', blocks: [QUOTES[0]] })),
  statements: 3,
})

example('components cannot be used with on', {
  request: `${TITLES}&populate[blocks][components]=blocks.quote&populate[blocks][on][blocks.hero]=true`,
  status: 400,
  response: badValue(
    'populate[blocks][components]',
    'it cannot be used with populate[blocks][on], which names the components itself',
  ),
  statements: 0,
})

example('required below on leaves out entries without such a block', {
  request: `${TITLES}&populate[blocks][on][blocks.quote][required]=true&populate[blocks][on][blocks.hero][fields][0]=id`,
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      blocks: [{ id: 1, __component: 'blocks.hero' }, QUOTES[0], { id: 2, __component: 'blocks.hero' }],
    }),
    entry(2, { title: 'Ridge', blocks: [QUOTES[1]] }),
  ),
  statements: 4,
})

example('required below on, together with filters and with required of the whole zone', {
  request: `${TITLES}&populate[blocks][required]=true&populate[blocks][on][blocks.quote][required]=true&populate[blocks][on][blocks.quote][filters][by][$null]=true&populate[blocks][on][blocks.hero]=true`,
  status: 200,
  response: collection(entry(2, { title: 'Ridge', blocks: [QUOTES[1]] })),
  statements: 3,
})

for (const query of ['=1', '[heading]=x', '[on]=blocks.hero', '[$null]=true']) {
  example(`the error for filters[blocks]${query} says how a zone is searched`, {
    request: `${TITLES}&filters[blocks]${query}`,
    status: 400,
    response: invalid('blocks'),
    headers: {
      'x-populus-hint':
        'at filters[blocks]; a zone is searched by its components: filters[blocks][on][category.name][attribute]=...',
    },
    statements: 0,
  })
}
