/** `populate` on relations: every form, and how deep each goes. */
import { example } from '../../support/worlds/example.ts'
import {
  ADA,
  type Attributes,
  BEN,
  badValue,
  bare,
  CITY,
  CREDIT,
  CY,
  collection,
  DUO,
  data,
  EDITORS,
  type Entry,
  entry,
  FACE,
  GARDEN,
  HARBOUR,
  HARBOUR_ON_POSTGRES,
  HERO,
  HILL,
  LOW_HERO,
  MAREE,
  PICKS,
  PLAN,
  PRINT,
  QUOTE,
  RIDGE,
  SEA,
  SUNRISE,
  single,
  TIDE,
  withMore,
} from '../../support/worlds/world-rows.ts'

const title = (id: number, text: string, more: Attributes = {}): Entry => entry(id, { title: text, ...more })

example('a relation that is not populated is absent', {
  request: 'GET /api/articles?filters[id]=2',
  status: 200,
  response: collection(entry(2, RIDGE)),
  statements: 1,
})

/** Everything of article 1 but `related`, which leads to article 4, whose time and JSON show the database. */
const BEFORE_RELATED = { author: data(ADA), tags: data([SEA, HILL]) }
const AFTER_RELATED = {
  cover: data(SUNRISE),
  gallery: data([PLAN, GARDEN]),
  seo: { id: 1, metaTitle: 'All about tides' },
  links: [
    { id: 1, label: 'Tables', url: 'https://tides.example/tables', weight: 2 },
    { id: 2, label: 'Moon', url: 'https://moon.example', weight: 1 },
  ],
  blocks: [HERO, QUOTE, PICKS, DUO, CREDIT, LOW_HERO],
  localizations: data([entry(6, MAREE)]),
}
const everythingOfTide = (harbour: Attributes) =>
  collection(
    entry(1, {
      ...TIDE,
      ...BEFORE_RELATED,
      related: data([entry(2, RIDGE), entry(4, harbour)]),
      ...AFTER_RELATED,
    }),
  )

example('populate=* adds all relations, media, components and zones, one level deep, and localizations', {
  request: 'GET /api/articles?filters[id]=1&populate=*',
  status: 200,
  response: everythingOfTide(HARBOUR),
  // The page and its total, eight attributes, the zone's links and its five kinds of components.
  statements: 1 + 8 + 1 + 5,
  differs: {
    postgres: {
      because: 'its types time and jsonb write article 4 in their own way',
      response: everythingOfTide(HARBOUR_ON_POSTGRES),
    },
  },
})

const emptyEntry = (gallery: Attributes) =>
  collection(
    title(3, 'Alone', {
      author: data(null),
      tags: data([]),
      related: data([]),
      cover: data(null),
      gallery,
      seo: null,
      links: [],
      blocks: [],
      localizations: data([]),
    }),
  )

example('populate=* shows what is empty: null for one, an empty list for many', {
  request: 'GET /api/articles?filters[id]=3&populate=*&fields[0]=title',
  dialect: 'document',
  status: 200,
  response: emptyEntry({ data: [] }),
  statements: 1 + 8 + 1,
})

example('in the dialect strapi4 populate=* shows null for an empty media field for many files', {
  request: 'GET /api/articles?filters[id]=3&populate=*&fields[0]=title',
  dialect: 'strapi4',
  status: 200,
  response: emptyEntry({ data: null }),
  statements: 1 + 8 + 1,
})

example('populate=* goes one level deep and does not populate the relations of related entries', {
  request: 'GET /api/authors?filters[id]=1&populate=*&fields[0]=name',
  status: 200,
  response: collection(
    entry(1, {
      name: 'Ada Reed',
      avatar: data(FACE),
      team: data(EDITORS),
      articles: data([entry(1, TIDE), entry(4, HARBOUR), entry(6, MAREE)]),
    }),
  ),
  statements: 4,
  differs: {
    postgres: {
      because: 'its types time and jsonb write article 4 in their own way',
      response: collection(
        entry(1, {
          name: 'Ada Reed',
          avatar: data(FACE),
          team: data(EDITORS),
          articles: data([entry(1, TIDE), entry(4, HARBOUR_ON_POSTGRES), entry(6, MAREE)]),
        }),
      ),
    },
  },
})

example('populate[0] populates that relation only', {
  request: 'GET /api/articles?fields[0]=title&populate[0]=author',
  status: 200,
  response: collection(
    title(1, 'Tide', { author: data(ADA) }),
    title(2, 'Ridge', { author: data(BEN) }),
    title(3, 'Alone', { author: data(null) }),
    title(4, 'Harbour', { author: data(ADA) }),
  ),
  statements: 2,
})

example('a populated related entry has an id and attributes, and only its default attributes', {
  request: 'GET /api/articles/2?fields[0]=title&populate[0]=author',
  status: 200,
  response: single(2, {
    title: 'Ridge',
    author: {
      data: {
        id: 2,
        attributes: {
          name: 'Ben Cole',
          email: 'ben@example.com',
          born: null,
          createdAt: '2024-01-01T00:00:00.000Z',
          updatedAt: '2024-01-01T00:00:00.000Z',
        },
      },
    },
  }),
  statements: 2,
})

example('an empty relation to one entry is null data', {
  request: 'GET /api/articles/3?fields[0]=title&populate[0]=author',
  status: 200,
  response: { data: { id: 3, attributes: { title: 'Alone', author: { data: null } } }, meta: {} },
  statements: 2,
})

example('a relation to many entries is a list in their stored order', {
  request: 'GET /api/articles/2?fields[0]=title&populate[0]=tags',
  status: 200,
  response: { data: { id: 2, attributes: { title: 'Ridge', tags: { data: [HILL, CITY] } } }, meta: {} },
  statements: 2,
})

example('an empty relation to many entries is an empty list', {
  request: 'GET /api/articles/3?fields[0]=title&populate[0]=tags',
  status: 200,
  response: { data: { id: 3, attributes: { title: 'Alone', tags: { data: [] } } }, meta: {} },
  statements: 2,
})

example('the array form populates several relations, each one level deep', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=tags&populate[1]=author&populate[2]=cover',
  status: 200,
  response: collection(title(1, 'Tide', { tags: data([SEA, HILL]), author: data(ADA), cover: data(SUNRISE) })),
  statements: 4,
})

example('populated attributes come in the order of populate, after the fields', {
  request: 'GET /api/articles/2?fields[0]=title&populate[0]=cover&populate[1]=author',
  status: 200,
  response: single(2, { title: 'Ridge', cover: data(GARDEN), author: data(BEN) }),
  statements: 3,
})

example('the object form goes deeper: a relation and, inside it, a nested relation', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[author][populate][0]=team',
  status: 200,
  response: collection(title(1, 'Tide', { author: data(withMore(ADA, { team: data(EDITORS) })) })),
  statements: 3,
})

example('the object form goes as deep as it is written', {
  request:
    'GET /api/articles/1?fields[0]=title&populate[author][populate][team][populate][partner][populate][0]=members',
  status: 200,
  response: single(1, {
    title: 'Tide',
    author: data(
      withMore(ADA, { team: data(withMore(EDITORS, { partner: data(withMore(PRINT, { members: data([BEN]) })) })) }),
    ),
  }),
  statements: 5,
})

example('two branches of the object form do not disturb each other', {
  request:
    'GET /api/articles?filters[id]=1&fields[0]=title&populate[author][fields][0]=name&populate[author][populate][0]=avatar&populate[related][fields][0]=title&populate[related][populate][author][fields][0]=name',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      author: data(entry(1, { name: 'Ada Reed', avatar: data(FACE) })),
      related: data([
        title(2, 'Ridge', { author: data(entry(2, { name: 'Ben Cole' })) }),
        title(4, 'Harbour', { author: data(entry(1, { name: 'Ada Reed' })) }),
      ]),
    }),
  ),
  statements: 5,
})

example('a nested populate=* adds everything of the related entry, one level deep', {
  request: 'GET /api/articles/2?fields[0]=title&populate[author][populate]=*',
  status: 200,
  response: single(2, {
    title: 'Ridge',
    author: data(withMore(BEN, { avatar: data(null), team: data(PRINT), articles: data([entry(2, RIDGE)]) })),
  }),
  statements: 5,
})

example('a dot path goes deeper too', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=author&populate[1]=author.team',
  status: 200,
  response: single(1, { title: 'Tide', author: data(withMore(ADA, { team: data(EDITORS) })) }),
  statements: 3,
})

example('a dot path names every level on its way', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=author.team.partner',
  status: 200,
  response: single(1, {
    title: 'Tide',
    author: data(withMore(ADA, { team: data(withMore(EDITORS, { partner: data(PRINT) })) })),
  }),
  statements: 4,
})

example('in the dialect strapi4 dot paths with the same beginning share it, the last one first', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=author.team&populate[1]=author.avatar',
  dialect: 'strapi4',
  status: 200,
  response: single(1, { title: 'Tide', author: data(withMore(ADA, { avatar: data(FACE), team: data(EDITORS) })) }),
  statements: 4,
})

example('populate takes names separated by commas', {
  request: 'GET /api/articles/2?fields[0]=title&populate=author.team, cover',
  status: 200,
  response: single(2, {
    title: 'Ridge',
    author: data(withMore(BEN, { team: data(PRINT) })),
    cover: data(GARDEN),
  }),
  statements: 4,
})

example('populate takes repeated parameters', {
  request: 'GET /api/articles/3?fields[0]=title&populate=author&populate=tags',
  status: 200,
  response: single(3, { title: 'Alone', author: data(null), tags: data([]) }),
  statements: 3,
})

example('populate[name]=true populates one level', {
  request: 'GET /api/articles/2?fields[0]=title&populate[author]=true',
  status: 200,
  response: single(2, { title: 'Ridge', author: data(BEN) }),
  statements: 2,
})

example('populate[name]=* populates one level, not everything below', {
  request: 'GET /api/articles/2?fields[0]=title&populate[author]=*',
  status: 200,
  response: single(2, { title: 'Ridge', author: data(BEN) }),
  statements: 2,
})

example('populate[name]=false does not populate', {
  request: 'GET /api/articles/2?fields[0]=title&populate[author]=false&populate[tags]=true',
  status: 200,
  response: single(2, { title: 'Ridge', tags: data([HILL, CITY]) }),
  statements: 2,
})

example('* in a list of names is everything at one level, with the deeper branch on top', {
  request: 'GET /api/authors/2?fields[0]=name&populate[0]=*&populate[1]=team.partner',
  status: 200,
  response: single(2, {
    name: 'Ben Cole',
    avatar: data(null),
    team: data(withMore(PRINT, { partner: data(EDITORS) })),
    articles: data([entry(2, RIDGE)]),
  }),
  statements: 5,
})

example('populate[0]=* alone is the same as populate=*', {
  request: 'GET /api/authors/2?fields[0]=name&populate[0]=*',
  status: 200,
  response: single(2, {
    name: 'Ben Cole',
    avatar: data(null),
    team: data(PRINT),
    articles: data([entry(2, RIDGE)]),
  }),
  statements: 4,
})

example('in the dialect strapi4 names that cannot be populated are passed over, and a header names them', {
  request:
    'GET /api/articles/2?fields[0]=title&populate[0]=nobody&populate[1]=title&populate[2]=internal&populate[3]=createdBy&populate[4]=author.nothing',
  dialect: 'strapi4',
  headers: { 'x-populus-hint': /^there is no attribute to populate named nobody, at populate\[nobody\]; .* createdBy/ },
  status: 200,
  response: single(2, { title: 'Ridge', author: data(BEN) }),
  statements: 2,
})

example('an empty populate adds nothing', {
  request: 'GET /api/articles/2?fields[0]=title&populate=',
  status: 200,
  response: single(2, { title: 'Ridge' }),
  statements: 1,
})

example('the inverse side of a relation is populated in its own stored order', {
  request: 'GET /api/tags?filters[id]=2&fields[0]=name&populate[articles][fields][0]=title',
  status: 200,
  response: collection(entry(2, { name: 'hill', articles: data([title(1, 'Tide'), title(2, 'Ridge')]) })),
  statements: 2,
})

example('a type may be related to itself', {
  request:
    'GET /api/articles?filters[id]=2&fields[0]=title&populate[related][fields][0]=title&populate[related][populate][related][fields][0]=title',
  status: 200,
  response: collection(
    entry(2, {
      title: 'Ridge',
      related: data([title(1, 'Tide', { related: data([title(2, 'Ridge'), title(4, 'Harbour')]) })]),
    }),
  ),
  statements: 3,
})

example('an array of the ids of related entries cannot be had: without fields they are still entries', {
  request: 'GET /api/articles/2?fields[0]=title&populate[tags][fields][0]=id',
  status: 200,
  response: { data: { id: 2, attributes: { title: 'Ridge', tags: { data: [bare(2), bare(3)] } } }, meta: {} },
  statements: 2,
})

example('a relation costs one statement, however many entries have it', {
  request:
    'GET /api/articles?fields[0]=title&populate[tags][fields][0]=name&populate[author][fields][0]=name&populate[author][populate][team][fields][0]=name',
  status: 200,
  response: collection(
    title(1, 'Tide', {
      tags: data([entry(1, { name: 'sea' }), entry(2, { name: 'hill' })]),
      author: data(entry(1, { name: 'Ada Reed', team: data(entry(1, { name: 'Editors' })) })),
    }),
    title(2, 'Ridge', {
      tags: data([entry(2, { name: 'hill' }), entry(3, { name: 'city' })]),
      author: data(entry(2, { name: 'Ben Cole', team: data(entry(2, { name: 'Print' })) })),
    }),
    title(3, 'Alone', { tags: data([]), author: data(null) }),
    title(4, 'Harbour', {
      tags: data([entry(1, { name: 'sea' })]),
      author: data(entry(1, { name: 'Ada Reed', team: data(entry(1, { name: 'Editors' })) })),
    }),
  ),
  statements: 4,
})

example('a relation below an empty one costs nothing', {
  request: 'GET /api/articles/3?fields[0]=title&populate[0]=author.team.partner',
  status: 200,
  response: single(3, { title: 'Alone', author: data(null) }),
  statements: 2,
})

example('populate works on every entry of a collection and on one entry alike', {
  request: 'GET /api/authors?fields[0]=name&populate[0]=team',
  status: 200,
  response: collection(
    entry(1, { name: 'Ada Reed', team: data(EDITORS) }),
    entry(2, { name: 'Ben Cole', team: data(PRINT) }),
    entry(3, { name: 'Cy Dane', team: data(null) }),
  ),
  statements: 2,
})

example('populate works on a single type', {
  request: 'GET /api/homepage?fields[0]=title&populate[featured][fields][0]=title',
  status: 200,
  response: single(1, { title: 'Welcome', featured: data(title(1, 'Tide')) }),
  statements: 2,
})

example('count=true shows how many there are instead of the entries', {
  request: 'GET /api/articles?fields[0]=title&populate[tags][count]=true&filters[id][$lt]=4',
  status: 200,
  response: collection(
    title(1, 'Tide', { tags: { data: { attributes: { count: 2 } } } }),
    title(2, 'Ridge', { tags: { data: { attributes: { count: 2 } } } }),
    title(3, 'Alone', { tags: { data: { attributes: { count: 0 } } } }),
  ),
  statements: 2,
})

/** The partners of team 1, `levels` deep: each of the two teams is the other's partner. */
function partners(levels: number, team = EDITORS): Entry {
  const other = team === EDITORS ? PRINT : EDITORS
  return levels === 0 ? team : withMore(team, { partner: data(partners(levels - 1, other)) })
}

example('sixty levels in brackets just work', {
  request: `GET /api/teams/1?populate${'[partner][populate]'.repeat(59)}[partner]=true`,
  status: 200,
  response: { data: partners(60), meta: {} },
  statements: 61,
})

example('sixty levels in dots just work', {
  request: `GET /api/teams/1?populate[0]=${Array(60).fill('partner').join('.')}`,
  status: 200,
  response: { data: partners(60), meta: {} },
  statements: 61,
})

example('a list inside a list of names is an error', {
  request: 'GET /api/articles?populate[0][0]=author',
  status: 400,
  response: badValue('populate[0]', 'expected the name of an attribute, got ["author"]'),
  statements: 0,
})

example('a populated name needs a value', {
  request: 'GET /api/articles?populate[author]',
  status: 400,
  response: badValue(
    'populate[author]',
    'expected true, * or options such as populate[author][fields][0]=..., got null',
  ),
  statements: 0,
})

example('authors without articles keep the empty list', {
  request: 'GET /api/authors/3?populate[0]=articles',
  status: 200,
  response: { data: withMore(CY, { articles: data([]) }), meta: {} },
  statements: 2,
})
