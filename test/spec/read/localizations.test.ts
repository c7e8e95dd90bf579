/** Translations: the locale of a read, and the attribute `localizations`. */
import { example, exampleIn } from '../../support/worlds/example.ts'
import { CRETE, collection, data, entry, failure, MAREE, RIDGE, single } from '../../support/worlds/world-rows.ts'

const exampleWithDrafts = exampleIn({ grants: [{ role: 'public', type: 'article', actions: ['findDrafts'] }] })

example('localizations lists the translations of an entry', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=localizations',
  status: 200,
  response: collection(entry(1, { title: 'Tide', localizations: { data: [entry(6, MAREE)] } })),
  statements: 2,
})

example('localizations comes last when everything is populated', {
  request: 'GET /api/homepage?fields[0]=title&populate=*',
  status: 200,
  response: single(1, {
    title: 'Welcome',
    featured: data(
      entry(1, {
        title: 'Tide',
        summary: 'Water comes and goes.',
        body: '# Tide\n\nTwice a *day*.',
        kind: 'guide',
        contact: 'tide@example.com',
        slug: 'tide',
        day: '2024-03-01',
        clock: '06:15:30.125',
        happenedAt: '2024-03-01T06:15:30.500Z',
        stampedAt: '1709251200000',
        rank: 3,
        views: '9007199254740993',
        score: 4.5,
        price: 9.95,
        featured: true,
        keywords: ['moon', 'sea'],
        metadata: { open: true, places: ['quay', 7, null] },
        createdAt: '2024-05-01T08:00:00.000Z',
        updatedAt: '2024-05-01T08:00:00.000Z',
        publishedAt: '2024-05-01T08:00:00.000Z',
        locale: 'en',
      }),
    ),
    seo: { id: 3, metaTitle: 'Home' },
    localizations: data([
      entry(2, {
        title: 'Bienvenue',
        createdAt: '2024-01-01T00:00:00.000Z',
        updatedAt: '2024-01-01T00:00:00.000Z',
        locale: 'fr',
      }),
    ]),
  }),
  statements: 4,
})

example('an entry without translations has an empty list of localizations', {
  request: 'GET /api/articles/3?fields[0]=title&populate[0]=localizations',
  status: 200,
  response: single(3, { title: 'Alone', localizations: { data: [] } }),
  statements: 2,
})

example('localizations that are not populated are absent', {
  request: 'GET /api/articles?filters[id]=2',
  status: 200,
  response: collection(entry(2, RIDGE)),
  statements: 1,
})

example('a translation that is a draft is not among the localizations', {
  request: 'GET /api/articles?filters[id]=2&fields[0]=title&populate[localizations][fields][0]=title',
  status: 200,
  response: collection(entry(2, { title: 'Ridge', localizations: data([]) })),
  statements: 2,
})

exampleWithDrafts('with publicationState=preview, localizations has the drafts as well', {
  request: 'GET /api/articles?filters[id]=2&fields[0]=title&populate[0]=localizations&publicationState=preview',
  status: 200,
  response: collection(entry(2, { title: 'Ridge', localizations: data([entry(7, CRETE)]) })),
  statements: 2,
})

example('localizations takes its own fields and populate', {
  request:
    'GET /api/articles?filters[id]=1&fields[0]=title&populate[localizations][fields][0]=title&populate[localizations][fields][1]=locale&populate[localizations][populate][author][fields][0]=name',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      localizations: data([entry(6, { title: 'Marée', locale: 'fr', author: data(entry(1, { name: 'Ada Reed' })) })]),
    }),
  ),
  statements: 3,
})

example('without a locale, entries of the default locale are read', {
  request: 'GET /api/articles?fields[0]=title&fields[1]=locale',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', locale: 'en' }),
    entry(2, { title: 'Ridge', locale: 'en' }),
    entry(3, { title: 'Alone', locale: 'en' }),
    entry(4, { title: 'Harbour', locale: 'en' }),
  ),
  statements: 1,
})

example('locale chooses the language of the entries', {
  request: 'GET /api/articles?locale=fr',
  status: 200,
  response: collection(entry(6, MAREE)),
  statements: 1,
})

example('locale=all reads the entries of every language', {
  request: 'GET /api/articles?locale=all&fields[0]=locale&filters[author][id]=1',
  status: 200,
  response: collection(entry(1, { locale: 'en' }), entry(4, { locale: 'en' }), entry(6, { locale: 'fr' })),
  statements: 1,
})

example('an unknown locale has no entries', {
  request: 'GET /api/articles?locale=de',
  status: 200,
  response: collection(),
  statements: 1,
})

example('locale does not choose among related entries', {
  request:
    'GET /api/authors/1?locale=fr&fields[0]=name&populate[articles][fields][0]=locale&populate[articles][filters][id][$in][0]=1&populate[articles][filters][id][$in][1]=6',
  status: 200,
  response: single(1, { name: 'Ada Reed', articles: data([entry(1, { locale: 'en' }), entry(6, { locale: 'fr' })]) }),
  statements: 2,
})

example('locale has no meaning for types without translations', {
  request: 'GET /api/teams?locale=fr&fields[0]=name',
  status: 200,
  response: collection(entry(1, { name: 'Editors' }), entry(2, { name: 'Print' })),
  statements: 1,
})

example('a single type is read in the locale that was asked for', {
  request: 'GET /api/homepage?locale=fr&fields[0]=title&populate[featured][fields][0]=title',
  status: 200,
  response: single(2, { title: 'Bienvenue', featured: data(entry(6, { title: 'Marée' })) }),
  statements: 2,
})

example('a single type that is not translated is not found', {
  request: 'GET /api/homepage?locale=de',
  status: 404,
  response: failure(404, 'NotFoundError', 'Not Found'),
  statements: 1,
})

example('a single type in every locale is a list', {
  request: 'GET /api/homepage?locale=all&fields[0]=title',
  status: 200,
  response: { data: [entry(1, { title: 'Welcome' }), entry(2, { title: 'Bienvenue' })], meta: {} },
  statements: 1,
})
