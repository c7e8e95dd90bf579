/** `populate` on dynamic zones: first level, shared strategy, and the detailed strategy with `on`. */
import { example } from '../../support/worlds/example.ts'
import {
  ADA,
  BEN,
  badValue,
  CITY,
  CREDIT,
  collection,
  DUO,
  data,
  EDITORS,
  entry,
  FACE,
  GARDEN,
  HARBOUR,
  HARBOUR_ON_POSTGRES,
  HERO,
  invalid,
  LOW_HERO,
  PICKS,
  PRINT,
  QUOTE,
  RIDGE,
  SEA,
  SHORT_QUOTE,
  SUNRISE,
  VAULT,
  withMore,
} from '../../support/worlds/world-rows.ts'

/** Article 1 with nothing but its title and its blocks. */
const tideWith = (...blocks: readonly object[]) => collection(entry(1, { title: 'Tide', blocks }))
const TIDE_PATH = 'GET /api/articles?filters[id]=1&fields[0]=title'

const LINK = { id: 3, label: 'More', url: 'https://water.example', weight: 9 }

example('a zone is a list of components in their stored order, each with id, __component and its own scalar fields', {
  request: `${TIDE_PATH}&populate[0]=blocks`,
  status: 200,
  response: tideWith(
    { id: 1, __component: 'blocks.hero', heading: 'High water' },
    { id: 1, __component: 'blocks.quote', words: 'It always comes back.', by: 'A sailor' },
    { id: 1, __component: 'blocks.picks', heading: 'Read on' },
    { id: 1, __component: 'blocks.duo', heading: 'Who and what' },
    { id: 1, __component: 'blocks.credit' },
    { id: 2, __component: 'blocks.hero', heading: 'Low water' },
  ),
  statements: 1 + 1 + 5,
})

example('a zone that is not populated is absent', {
  request: TIDE_PATH,
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  statements: 1,
})

example('a zone without blocks is an empty list', {
  request: 'GET /api/articles?filters[id]=3&fields[0]=title&populate[0]=blocks',
  status: 200,
  response: collection(entry(3, { title: 'Alone', blocks: [] })),
  statements: 2,
})

example('a zone costs one statement for its links and one for each kind of component that is there', {
  request: 'GET /api/articles?fields[0]=title&populate[0]=blocks',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', blocks: [HERO, QUOTE, PICKS, DUO, CREDIT, LOW_HERO] }),
    entry(2, { title: 'Ridge', blocks: [VAULT, SHORT_QUOTE] }),
    entry(3, { title: 'Alone', blocks: [] }),
    entry(4, { title: 'Harbour', blocks: [] }),
  ),
  statements: 1 + 1 + 6,
})

const everyBlock = (harbour: typeof HARBOUR) =>
  tideWith(
    { ...HERO, image: data(SUNRISE), link: LINK },
    QUOTE,
    { ...PICKS, articles: data([entry(2, RIDGE), entry(4, harbour)]) },
    { ...DUO, author: data(ADA), tags: data([CITY, SEA]) },
    { ...CREDIT, author: data(BEN) },
    { ...LOW_HERO, image: data(null), link: null },
  )

example('the shared strategy with * shows the fields and first-level relations of every block', {
  request: `${TIDE_PATH}&populate[blocks][populate]=*`,
  status: 200,
  response: everyBlock(HARBOUR),
  // The zone with its five kinds; of hero two, of picks one, of duo two, of credit one.
  statements: 1 + 6 + 6,
  differs: {
    postgres: {
      because: 'its types time and jsonb write article 4 in their own way',
      response: everyBlock(HARBOUR_ON_POSTGRES),
    },
  },
})

example('a wildcard in a dot path populates all blocks of a zone', {
  request: `${TIDE_PATH}&populate[0]=blocks.*`,
  dialect: 'document',
  status: 200,
  response: everyBlock(HARBOUR),
  statements: 1 + 6 + 6,
  differs: {
    postgres: {
      because: 'its types time and jsonb write article 4 in their own way',
      response: everyBlock(HARBOUR_ON_POSTGRES),
    },
  },
})

example('the shared strategy applies a name to all blocks that have such a field', {
  request: `${TIDE_PATH}&populate[blocks][populate][0]=author`,
  status: 200,
  response: tideWith(HERO, QUOTE, PICKS, { ...DUO, author: data(ADA) }, { ...CREDIT, author: data(BEN) }, LOW_HERO),
  statements: 1 + 6 + 2,
})

example('the shared strategy goes deeper by the object form', {
  request: `${TIDE_PATH}&populate[blocks][populate][author][populate][0]=avatar&populate[blocks][populate][image]=true`,
  status: 200,
  response: tideWith(
    { ...HERO, image: data(SUNRISE) },
    QUOTE,
    PICKS,
    { ...DUO, author: data(withMore(ADA, { avatar: data(FACE) })) },
    { ...CREDIT, author: data(withMore(BEN, { avatar: data(null) })) },
    { ...LOW_HERO, image: data(null) },
  ),
  // hero.image, duo.author and credit.author, and the avatar below each of the two authors.
  statements: 1 + 6 + 3 + 2,
})

example('the shared strategy goes deeper by dots', {
  request: `${TIDE_PATH}&populate[0]=blocks.author.team`,
  status: 200,
  response: tideWith(
    HERO,
    QUOTE,
    PICKS,
    { ...DUO, author: data(withMore(ADA, { team: data(EDITORS) })) },
    { ...CREDIT, author: data(withMore(BEN, { team: data(PRINT) })) },
    LOW_HERO,
  ),
  statements: 1 + 6 + 4,
})

example('the detailed strategy shows only components that have an entry under on', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.quote]=true`,
  status: 200,
  response: tideWith(QUOTE),
  statements: 1 + 2,
})

example('a component without an entry under on returns none of its data, while the others keep their order', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.duo]=true&populate[blocks][on][blocks.hero]=true`,
  status: 200,
  response: tideWith(HERO, DUO, LOW_HERO),
  statements: 1 + 3,
})

example('a zone in which no component has an entry under on is an empty list', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.vault]=true`,
  status: 200,
  response: tideWith(),
  statements: 2,
})

example('an on entry with populate=* returns the fields and first-level relations of that component', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.duo][populate]=*`,
  status: 200,
  response: tideWith({ ...DUO, author: data(ADA), tags: data([CITY, SEA]) }),
  statements: 1 + 2 + 2,
})

example('an on entry whose populate names only a relation returns id, __component and that relation', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.duo][populate][0]=author`,
  dialect: 'document',
  status: 200,
  response: tideWith({ id: 1, __component: 'blocks.duo', author: data(ADA) }),
  statements: 1 + 2 + 1,
})

example('in the dialect strapi4 an on entry whose populate names only a relation returns its scalar fields too', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.duo][populate][0]=author`,
  dialect: 'strapi4',
  status: 200,
  response: tideWith({ id: 1, __component: 'blocks.duo', heading: 'Who and what', author: data(ADA) }),
  statements: 1 + 2 + 1,
})

example('an on entry shows scalar fields beside its populate when fields asks for them', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.duo][fields][0]=heading&populate[blocks][on][blocks.duo][populate][0]=author`,
  status: 200,
  response: tideWith({ id: 1, __component: 'blocks.duo', heading: 'Who and what', author: data(ADA) }),
  statements: 1 + 2 + 1,
})

example('an on entry shows all scalar fields beside its populate when fields=* asks for them', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.duo][fields]=*&populate[blocks][on][blocks.duo][populate][0]=author`,
  status: 200,
  response: tideWith({ ...DUO, author: data(ADA) }),
  statements: 1 + 2 + 1,
})

example('an on entry with fields=id shows no scalar field', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.duo][fields][0]=id&populate[blocks][on][blocks.duo][populate][0]=author`,
  status: 200,
  response: tideWith({ id: 1, __component: 'blocks.duo', author: data(ADA) }),
  statements: 1 + 2 + 1,
})

example('an on entry goes deeper: a relation and the media of the related entries', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.picks][populate][articles][fields][0]=title&populate[blocks][on][blocks.picks][populate][articles][populate][0]=cover`,
  dialect: 'document',
  status: 200,
  response: tideWith({
    id: 1,
    __component: 'blocks.picks',
    articles: data([
      entry(2, { title: 'Ridge', cover: data(GARDEN) }),
      entry(4, { title: 'Harbour', cover: data(null) }),
    ]),
  }),
  statements: 1 + 2 + 2,
})

example('in the dialect strapi4 a deeper on entry keeps its scalar fields', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.picks][populate][articles][fields][0]=title&populate[blocks][on][blocks.picks][populate][articles][populate][0]=cover`,
  dialect: 'strapi4',
  status: 200,
  response: tideWith({
    ...PICKS,
    articles: data([
      entry(2, { title: 'Ridge', cover: data(GARDEN) }),
      entry(4, { title: 'Harbour', cover: data(null) }),
    ]),
  }),
  statements: 1 + 2 + 2,
})

example('every component has its own population under on', {
  request: [
    `${TIDE_PATH}&populate[blocks][on][blocks.hero][populate]=*`,
    'populate[blocks][on][blocks.credit][populate][author][populate][team][populate][0]=partner',
    'populate[blocks][on][blocks.duo][populate][tags][sort][0]=weight:desc',
    'populate[blocks][on][blocks.quote][fields][0]=by',
  ].join('&'),
  dialect: 'document',
  status: 200,
  response: tideWith(
    { ...HERO, image: data(SUNRISE), link: LINK },
    { id: 1, __component: 'blocks.quote', by: 'A sailor' },
    { id: 1, __component: 'blocks.duo', tags: data([SEA, CITY]) },
    {
      id: 1,
      __component: 'blocks.credit',
      author: data(withMore(BEN, { team: data(withMore(PRINT, { partner: data(EDITORS) })) })),
    },
    { ...LOW_HERO, image: data(null), link: null },
  ),
  // The zone with four kinds; hero.image, hero.link, credit.author, its team, its partner, duo.tags.
  statements: 1 + 5 + 6,
})

example('media deep inside a zone is reached through relations, components and nested components', {
  request: `GET /api/articles?filters[id]=1&fields[0]=title&populate[blocks][on][blocks.picks][fields][0]=heading&populate[blocks][on][blocks.picks][populate][articles][fields][0]=title&populate[blocks][on][blocks.picks][populate][articles][populate][related][fields][0]=title&populate[blocks][on][blocks.picks][populate][articles][populate][related][populate][seo][populate][socials][populate][0]=image`,
  status: 200,
  response: tideWith({
    ...PICKS,
    articles: data([
      entry(2, {
        title: 'Ridge',
        related: data([
          entry(1, {
            title: 'Tide',
            seo: {
              id: 1,
              metaTitle: 'All about tides',
              socials: [
                { id: 1, network: 'mastodon', image: data(GARDEN) },
                { id: 2, network: 'bluesky', image: data(null) },
              ],
            },
          }),
        ]),
      }),
      entry(4, { title: 'Harbour', related: data([]) }),
    ]),
  }),
  // articles, related, seo, socials, image: one each.
  statements: 1 + 2 + 5,
})

example('a zone inside the related entries of a zone is populated like the outer one', {
  request: `GET /api/articles?filters[id]=1&fields[0]=title&populate[blocks][on][blocks.picks][fields][0]=heading&populate[blocks][on][blocks.picks][populate][articles][fields][0]=title&populate[blocks][on][blocks.picks][populate][articles][populate][blocks][on][blocks.quote]=true`,
  status: 200,
  response: tideWith({
    ...PICKS,
    articles: data([entry(2, { title: 'Ridge', blocks: [SHORT_QUOTE] }), entry(4, { title: 'Harbour', blocks: [] })]),
  }),
  statements: 1 + 2 + 1 + 2,
})

example('a component that has only a relation returns just id and __component until it is populated', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.credit]=true`,
  status: 200,
  response: tideWith({ id: 1, __component: 'blocks.credit' }),
  statements: 3,
})

example('the relation of a component that has nothing else is populated', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.credit][populate][author][fields][0]=name`,
  status: 200,
  response: tideWith({ id: 1, __component: 'blocks.credit', author: data(entry(2, { name: 'Ben Cole' })) }),
  statements: 4,
})

example('on wins over a shared populate of the same zone', {
  request: `${TIDE_PATH}&populate[blocks][populate]=*&populate[blocks][on][blocks.duo]=true`,
  status: 200,
  response: tideWith(DUO),
  statements: 3,
})

example('filters inside an on entry leave out the blocks that do not match', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.hero][filters][heading][$startsWith]=Low`,
  status: 200,
  response: tideWith(LOW_HERO),
  statements: 3,
})

example('sort inside an on entry does not change the stored order of blocks', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.hero][sort][0]=heading:desc`,
  status: 200,
  response: tideWith(HERO, LOW_HERO),
  statements: 3,
})

example('drafts do not come out below on', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.duo][fields][0]=heading&populate[blocks][on][blocks.duo][populate][tags][fields][0]=name`,
  status: 200,
  response: tideWith({ ...DUO, tags: data([entry(3, { name: 'city' }), entry(1, { name: 'sea' })]) }),
  statements: 4,
})

example('in the dialect strapi4 a component that the zone does not know is passed over under on', {
  request: `${TIDE_PATH}&populate[blocks][on][shared.seo][populate]=*&populate[blocks][on][blocks.nothing]=true`,
  dialect: 'strapi4',
  status: 200,
  response: tideWith(),
  statements: 2,
})

example('in the dialect strapi4 on has no meaning for a relation', {
  request:
    'GET /api/articles?filters[id]=1&fields[0]=title&populate[author][on][blocks.hero]=true&populate[author][fields][0]=name',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { title: 'Tide', author: data(entry(1, { name: 'Ada Reed' })) })),
  statements: 2,
})

example('fields of the shared strategy must belong to every component of the zone', {
  request: `${TIDE_PATH}&populate[blocks][fields][0]=heading`,
  status: 400,
  response: invalid('heading'),
  statements: 0,
})

example('the shared strategy with fields=id shows just id and __component', {
  request: `${TIDE_PATH}&populate[blocks][fields][0]=id`,
  status: 200,
  response: tideWith(
    { id: 1, __component: 'blocks.hero' },
    { id: 1, __component: 'blocks.quote' },
    { id: 1, __component: 'blocks.picks' },
    { id: 1, __component: 'blocks.duo' },
    { id: 1, __component: 'blocks.credit' },
    { id: 2, __component: 'blocks.hero' },
  ),
  statements: 7,
})

example('an unknown field under on is an error', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.hero][fields][0]=headline`,
  status: 400,
  response: invalid('headline'),
  statements: 0,
})

example('an entry under on needs a value', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.hero]`,
  status: 400,
  response: badValue(
    'populate[blocks][on][blocks.hero]',
    'expected true, * or options such as populate[blocks][on][blocks.hero][fields][0]=..., got null',
  ),
  statements: 0,
})
