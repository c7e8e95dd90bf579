/** Where a file is used: `related` lists entries, and components of entries that the caller may read. */
import { type Example, example, exampleIn } from '../../support/worlds/example.ts'
import { collection, data, entry } from '../../support/worlds/world-rows.ts'

const exampleWithExtras = exampleIn({ extras: true })
const grants = (...fields: readonly string[]) => [{ role: 'public', type: 'article', fields }]
const exampleWithoutBlocks = exampleIn({ extras: true, grants: grants('title', 'gallery', 'seo') })
const exampleWithCovers = exampleIn({ extras: true, grants: grants('title', 'cover') })

/** Where the file `plan.pdf` is used. */
const PLAN_USED =
  'GET /api/articles?filters[id]=1&fields[0]=title&populate[gallery][fields][0]=name&populate[gallery][filters][id]=4'

const ARTICLE = { __type: 'api::article.article', id: 1 }
const OF_HOMEPAGE = { __type: 'shared.social', id: 101 }
const OF_RIDGE = { __type: 'blocks.hero', id: 102 }

function planUsedIn(...related: readonly object[]): Pick<Example, 'request' | 'status' | 'response'> {
  return {
    request: `${PLAN_USED}&populate[gallery][populate][related][fields][0]=id`,
    status: 200,
    response: collection(entry(1, { title: 'Tide', gallery: data([entry(4, { name: 'plan.pdf', related })]) })),
  }
}

exampleWithExtras('a file lists the components of entries that the caller may read, however deep, and no others', {
  ...planUsedIn(ARTICLE, OF_HOMEPAGE, OF_RIDGE),
  dialect: 'document',
  // The page and its total, the gallery, the links of the file, articles, seos, socials, heroes.
  statements: 7,
})

exampleWithExtras('a component of an entry that the caller may not find is not listed', {
  ...planUsedIn(ARTICLE, OF_RIDGE),
  dialect: 'document',
  as: 'member',
  statements: 7,
})

exampleWithoutBlocks('a component in a field that is not granted is not listed', {
  ...planUsedIn(ARTICLE, OF_HOMEPAGE),
  dialect: 'document',
  statements: 6,
})

exampleWithExtras('in the dialect strapi4 components are not listed to roles', {
  ...planUsedIn(ARTICLE),
  dialect: 'strapi4',
  statements: 4,
})

exampleWithExtras('a token for reading sees the components of published entries', {
  ...planUsedIn(ARTICLE, OF_HOMEPAGE, OF_RIDGE),
  as: 'read-only',
  statements: 7,
})

exampleWithExtras('full access sees the components of published entries, and none that no entry holds', {
  ...planUsedIn(ARTICLE, OF_HOMEPAGE, OF_RIDGE),
  as: 'full-access',
  statements: 7,
})

exampleWithExtras('components of drafts are listed to those who ask for drafts and may read them', {
  ...planUsedIn(
    ARTICLE,
    { __type: 'shared.seo', id: 101 },
    OF_HOMEPAGE,
    { __type: 'shared.social', id: 102 },
    { __type: 'blocks.hero', id: 101 },
    OF_RIDGE,
  ),
  request: `${PLAN_USED}&populate[gallery][populate][related][fields][0]=id&publicationState=preview`,
  as: 'full-access',
  statements: 7,
})

exampleWithExtras('components that lack a name which is asked of all are left out', {
  request: `${PLAN_USED}&populate[gallery][populate][related][fields][0]=createdAt`,
  as: 'full-access',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      gallery: data([entry(4, { name: 'plan.pdf', related: [{ ...ARTICLE, createdAt: '2024-05-01T08:00:00.000Z' }] })]),
    }),
  ),
  statements: 4,
})

/** Components are listed in the dialect document only. */
for (const [dialect, statements] of [
  ['document', 5],
  ['strapi4', 4],
] as const) {
  exampleWithCovers(`a file does not say that it is used in a field that is not granted (${dialect})`, {
    dialect,
    request:
      'GET /api/articles?filters[id]=2&fields[0]=title&populate[cover][fields][0]=name&populate[cover][populate][related][fields][0]=id',
    status: 200,
    response: collection(
      entry(2, {
        title: 'Ridge',
        cover: data(entry(2, { name: 'garden.png', related: [{ __type: 'api::article.article', id: 2 }] })),
      }),
    ),
    statements,
  })
}

example('below related a component is flat, like everything there', {
  request:
    'GET /api/articles?filters[id]=1&fields[0]=title&populate[cover][fields][0]=name&populate[cover][populate][related][on][shared.seo][fields][0]=metaTitle&populate[cover][populate][related][on][shared.seo][populate][socials][populate][image][fields][0]=name',
  as: 'full-access',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      cover: data(
        entry(1, {
          name: 'sunrise.jpg',
          related: [
            {
              __type: 'shared.seo',
              id: 1,
              metaTitle: 'All about tides',
              socials: [
                { id: 1, network: 'mastodon', image: { id: 2, name: 'garden.png' } },
                { id: 2, network: 'bluesky', image: null },
              ],
            },
          ],
        }),
      ),
    }),
  ),
  statements: 6,
})
