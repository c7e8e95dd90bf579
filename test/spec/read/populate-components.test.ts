/** `populate` on components: single, repeatable, nested. */
import { example } from '../../support/worlds/example.ts'
import { badValue, collection, data, entry, GARDEN, invalid, SUNRISE, single } from '../../support/worlds/world-rows.ts'

const LINKS = [
  { id: 1, label: 'Tables', url: 'https://tides.example/tables', weight: 2 },
  { id: 2, label: 'Moon', url: 'https://moon.example', weight: 1 },
]

example('a single component is an object with its id and fields, without data and attributes', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=seo',
  status: 200,
  response: collection(entry(1, { title: 'Tide', seo: { id: 1, metaTitle: 'All about tides' } })),
  statements: 2,
})

example('a single component that is not there is null', {
  request: 'GET /api/articles/3?fields[0]=title&populate[0]=seo',
  status: 200,
  response: single(3, { title: 'Alone', seo: null }),
  statements: 2,
})

example('a repeatable component is a list of objects in their stored order', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=links',
  status: 200,
  response: single(1, { title: 'Tide', links: LINKS }),
  statements: 2,
})

example('a repeatable component without items is an empty list', {
  request: 'GET /api/articles/2?fields[0]=title&populate[0]=links',
  status: 200,
  response: single(2, { title: 'Ridge', links: [] }),
  statements: 2,
})

example('a component that is not populated is absent', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=links',
  status: 200,
  response: single(1, { title: 'Tide', links: LINKS }),
  statements: 2,
})

example('a populated component shows its own fields; its nested components and media are not included', {
  request: 'GET /api/articles/1?fields[0]=title&populate[seo]=true',
  status: 200,
  response: single(1, { title: 'Tide', seo: { id: 1, metaTitle: 'All about tides' } }),
  statements: 2,
})

example('a nested component is populated by a dot path, with every level listed', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=seo&populate[1]=seo.socials',
  status: 200,
  response: single(1, {
    title: 'Tide',
    seo: {
      id: 1,
      metaTitle: 'All about tides',
      socials: [
        { id: 1, network: 'mastodon' },
        { id: 2, network: 'bluesky' },
      ],
    },
  }),
  statements: 3,
})

example('a dot path alone populates the component on its way and the nested component', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=seo.socials',
  status: 200,
  response: single(1, {
    title: 'Tide',
    seo: {
      id: 1,
      metaTitle: 'All about tides',
      socials: [
        { id: 1, network: 'mastodon' },
        { id: 2, network: 'bluesky' },
      ],
    },
  }),
  statements: 3,
})

example('a further level of a nested component is written with a further dot', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=seo&populate[1]=seo.socials&populate[2]=seo.socials.image',
  status: 200,
  response: single(1, {
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
  statements: 4,
})

example('a media field of a component is populated by a dot path', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=seo&populate[1]=seo.image',
  status: 200,
  response: single(1, { title: 'Tide', seo: { id: 1, metaTitle: 'All about tides', image: data(SUNRISE) } }),
  statements: 3,
})

example('a nested component that is empty is an empty list', {
  request: 'GET /api/articles/2?fields[0]=title&populate[0]=seo.socials',
  status: 200,
  response: single(2, { title: 'Ridge', seo: { id: 2, metaTitle: 'Ridge walks', socials: [] } }),
  statements: 3,
})

example('a component is populated by the object form too', {
  request: 'GET /api/articles/1?fields[0]=title&populate[seo][populate][socials][populate][0]=image',
  status: 200,
  response: single(1, {
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
  statements: 4,
})

example('populate=* inside a component adds everything of it, one level deep', {
  request: 'GET /api/articles/1?fields[0]=title&populate[seo][populate]=*',
  status: 200,
  response: single(1, {
    title: 'Tide',
    seo: {
      id: 1,
      metaTitle: 'All about tides',
      image: data(SUNRISE),
      socials: [
        { id: 1, network: 'mastodon' },
        { id: 2, network: 'bluesky' },
      ],
    },
  }),
  statements: 4,
})

example('a component of a related entry is never included unless it is named', {
  request:
    'GET /api/articles?filters[id]=2&fields[0]=title&populate[related][fields][0]=title&populate[related][populate][0]=seo',
  status: 200,
  response: collection(
    entry(2, {
      title: 'Ridge',
      related: data([entry(1, { title: 'Tide', seo: { id: 1, metaTitle: 'All about tides' } })]),
    }),
  ),
  statements: 3,
})

example('a component of a single type is populated like any other', {
  request: 'GET /api/homepage?fields[0]=title&populate[0]=seo',
  status: 200,
  response: single(1, { title: 'Welcome', seo: { id: 3, metaTitle: 'Home' } }),
  statements: 2,
})

example('fields inside populate chooses the fields of a component', {
  request: 'GET /api/articles/1?fields[0]=title&populate[links][fields][0]=label',
  status: 200,
  response: single(1, {
    title: 'Tide',
    links: [
      { id: 1, label: 'Tables' },
      { id: 2, label: 'Moon' },
    ],
  }),
  statements: 2,
})

example('filters inside populate restricts the items of a repeatable component', {
  request: 'GET /api/articles/1?fields[0]=title&populate[links][filters][weight][$gt]=1',
  status: 200,
  response: single(1, { title: 'Tide', links: [LINKS[0]] }),
  statements: 2,
})

example('sort inside populate orders the items of a repeatable component', {
  request: 'GET /api/articles/1?fields[0]=title&populate[links][sort][0]=weight:asc',
  dialect: 'document',
  status: 200,
  response: single(1, { title: 'Tide', links: [LINKS[1], LINKS[0]] }),
  statements: 2,
})

example('the number of items of a component is shown without an envelope', {
  request: 'GET /api/articles/1?fields[0]=title&populate[links][count]=true',
  status: 200,
  response: single(1, { title: 'Tide', links: { count: 2 } }),
  statements: 2,
})

example('a private field of a component is absent, and an error where it is named', {
  request: 'GET /api/articles?populate[seo][fields][0]=note',
  status: 400,
  response: invalid('note'),
  statements: 0,
})

example('a component costs one statement, however many entries have it', {
  request: 'GET /api/articles?fields[0]=title&populate[0]=links',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', links: LINKS }),
    entry(2, { title: 'Ridge', links: [] }),
    entry(3, { title: 'Alone', links: [] }),
    entry(4, { title: 'Harbour', links: [{ id: 4, label: 'Map', url: 'https://map.example', weight: 3 }] }),
  ),
  statements: 2,
})

example('an order that is neither asc nor desc is an error that says so', {
  request: 'GET /api/articles?populate[links][sort]=weight:up',
  status: 400,
  response: badValue('populate[links][sort]', 'expected asc or desc, got "up"'),
  statements: 0,
})
