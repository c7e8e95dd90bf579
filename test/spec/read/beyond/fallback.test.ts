/** `fallback`: another translation where there is none into the locale. */
import { example, exampleIn } from '../../../support/worlds/example.ts'
import {
  badValue,
  collection,
  data,
  entry,
  failure,
  single,
  TIDE,
  withMore,
} from '../../../support/worlds/world-rows.ts'

const page = (total: number, more: object = {}) => ({
  page: 1,
  pageSize: 25,
  pageCount: total === 0 ? 0 : 1,
  total,
  ...more,
})
const meta = (total: number, served: readonly string[], asked = 'fr') => ({
  pagination: page(total),
  locale: { asked, served },
})
const titled = (id: number, title: string, locale: string) => entry(id, { title, locale })
const FRENCH = [titled(6, 'Marée', 'fr')]
/** The French translation of the first one is a draft. */
const ENGLISH = [titled(2, 'Ridge', 'en'), titled(3, 'Alone', 'en'), titled(4, 'Harbour', 'en')]

example('one row of each entry, in the first locale that it has', {
  request: 'GET /api/articles?fields[0]=title&locale=fr&fallback=en',
  status: 200,
  response: { data: [...ENGLISH, ...FRENCH], meta: meta(4, ['fr', 'en']) },
  statements: 1,
})

example('the locales of a list are tried one after the other', {
  request: 'GET /api/articles?fields[0]=title&locale=de&fallback[0]=fr&fallback[1]=en',
  status: 200,
  response: { data: [...ENGLISH, ...FRENCH], meta: meta(4, ['fr', 'en'], 'de') },
  statements: 1,
})

example('filters apply to what is shown, not to what could have been', {
  request:
    'GET /api/articles?fields[0]=title&locale=fr&fallback=en&filters[title][$in][0]=Tide&filters[title][$in][1]=Alone',
  status: 200,
  response: { data: [titled(3, 'Alone', 'en')], meta: meta(1, ['en']) },
  statements: 1,
})

example('pages and totals count each entry once', {
  request:
    'GET /api/articles?fields[0]=title&locale=fr&fallback=en&sort=title&pagination[pageSize]=1&pagination[page]=2',
  status: 200,
  response: {
    data: [titled(4, 'Harbour', 'en')],
    meta: { pagination: { page: 2, pageSize: 1, pageCount: 4, total: 4 }, locale: { asked: 'fr', served: ['en'] } },
  },
  statements: 2,
})

example('one entry by a unique field', {
  request: 'GET /api/articles/slug:alone?fields[0]=title&locale=fr&fallback=en',
  status: 200,
  response: { data: titled(3, 'Alone', 'en'), meta: { locale: { asked: 'fr', served: ['en'] } } },
  statements: 1,
})

example('the value of another translation finds the one that is shown', {
  request: 'GET /api/articles/slug:tide?fields[0]=title&locale=fr&fallback=en',
  status: 200,
  response: { data: titled(6, 'Marée', 'fr'), meta: { locale: { asked: 'fr', served: ['fr'] } } },
  statements: 1,
})

example('without a fallback, it finds nothing', {
  request: 'GET /api/articles/slug:tide?locale=fr',
  status: 404,
  response: failure(404, 'NotFoundError', 'Not Found'),
  statements: 1,
})

example('the default locale is one to start from', {
  request: 'GET /api/articles?fields[0]=title&fallback=fr&filters[id][$lt]=4',
  status: 200,
  response: {
    data: [titled(1, 'Tide', 'en'), titled(2, 'Ridge', 'en'), titled(3, 'Alone', 'en')],
    meta: meta(3, ['en'], 'en'),
  },
  statements: 1,
})

example('all locales leave nothing to fall back to', {
  request: 'GET /api/articles?locale=all&fallback=en',
  status: 400,
  response: badValue('fallback', 'it needs one locale to start from, such as locale=fr'),
  statements: 0,
})

example('a type without locales has no fallback either', {
  request: 'GET /api/tags?fields[0]=name&filters[id]=1&fallback=en',
  status: 200,
  response: { data: [entry(1, { name: 'sea' })], meta: { pagination: page(1) } },
  statements: 1,
})

/** By id, the dialect `strapi4` shows drafts. */
const ADA = 'GET /api/authors?fields[0]=name&filters[id]=1&locale=fr&fallback=en'
const ada = (more: object) => collection(entry(1, { ...NAME, ...more }))
const NAME = { name: 'Ada Reed' }
const SERVED = [titled(6, 'Marée', 'fr'), titled(4, 'Harbour', 'en')]

example('relations lead to the translation that is served, once, whichever of them are linked', {
  request: `${ADA}&populate[articles][fields][0]=title`,
  status: 200,
  response: ada({ articles: data(SERVED) }),
  statements: 2,
})

example('related entries without a translation in the chain are not shown', {
  request:
    'GET /api/authors?fields[0]=name&filters[id]=1&locale=de&fallback=fr&populate[articles][fields][0]=title&populate[articles][fields][1]=locale',
  status: 200,
  response: ada({ articles: data([titled(6, 'Marée', 'fr')]) }),
  statements: 2,
})

example('filters and sort inside populate are about what is served', {
  request: `${ADA}&populate[articles][fields][0]=title&populate[articles][sort]=title&populate[articles][filters][title][$ne]=Tide`,
  status: 200,
  response: ada({ articles: data([...SERVED].reverse()) }),
  statements: 2,
})

example('so are ids', {
  request: `${ADA}&populate[articles][ids]=true`,
  status: 200,
  response: ada({ articles: { data: [{ id: 6 }, { id: 4 }] } }),
  statements: 2,
})

example('numbers', {
  request: `${ADA}&populate[articles][count]=true`,
  status: 200,
  response: ada({ articles: { data: { attributes: { count: 2 } } } }),
  statements: 2,
})

example('existence', {
  request: `${ADA}&populate[articles][exists]=true&populate[articles][filters][title]=Tide`,
  status: 200,
  response: ada({ articles: { data: { attributes: { exists: false } } } }),
  statements: 2,
})

example('pages inside populate', {
  request: `${ADA}&populate[articles][fields][0]=title&populate[articles][pagination][pageSize]=1&populate[articles][pagination][page]=2`,
  dialect: 'strapi4',
  status: 200,
  response: ada({
    articles: {
      ...data([titled(4, 'Harbour', 'en')]),
      meta: { pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 } },
    },
  }),
  statements: 3,
})

const AUTHORS = 'GET /api/authors?fields[0]=name&locale=fr&fallback=en'
const [ben, cy] = [entry(2, { name: 'Ben Cole' }), entry(3, { name: 'Cy Dane' })]

example('what is required', {
  request: `${AUTHORS}&populate[articles][ids]=true&populate[articles][required]=true&populate[articles][filters][locale]=fr`,
  status: 200,
  response: ada({ articles: { data: [{ id: 6 }] } }),
  statements: 2,
})

example('filters through a relation', {
  request: `${AUTHORS}&filters[articles][title][$in][0]=Tide&filters[articles][title][$in][1]=Marée`,
  status: 200,
  response: ada({}),
  statements: 1,
})

example('which do not find what is not served', {
  request: `${AUTHORS}&filters[articles][title]=Tide`,
  status: 200,
  response: collection(),
  statements: 1,
})

example('filters for the absence of related entries', {
  request: `${AUTHORS}&filters[$or][0][articles][id][$null]=true&filters[$or][1][articles][title]=Crête`,
  status: 200,
  response: collection(cy),
  statements: 1,
})

example('sorting by related entries', {
  request: `${AUTHORS}&sort=articles.title:desc&filters[id][$lt]=3`,
  status: 200,
  response: collection(ben, entry(1, NAME)),
  statements: 1,
})

example('the relations of one translation', {
  request:
    'GET /api/articles/1?fields[0]=title&locale=fr&fallback=en&populate[author][fields][0]=name&populate[author][populate][articles][fields][0]=title&populate[localizations][fields][0]=title',
  dialect: 'document',
  status: 200,
  response: single(1, {
    title: 'Tide',
    author: data(entry(1, { ...NAME, articles: data(SERVED) })),
    localizations: data([entry(6, { title: 'Marée' })]),
  }),
  statements: 4,
})

example('everything at several levels', {
  request:
    'GET /api/tags?fields[0]=name&filters[id]=2&locale=fr&fallback=en&populate[articles][fields][0]=title&populate[articles][populate]=deep,1,-author,-tags,-related,-cover,-gallery,-seo,-links,-blocks',
  status: 200,
  response: {
    data: [
      entry(2, {
        name: 'hill',
        articles: data([
          entry(6, { title: 'Marée', locale: 'fr', localizations: data([entry(1, TIDE)]) }),
          entry(2, { title: 'Ridge', locale: 'en', localizations: data([]) }),
        ]),
      }),
    ],
    meta: { pagination: page(1), deep: { stopped: [] } },
  },
  statements: 3,
})

example('all locales leave relations nothing to fall back to, either', {
  request: 'GET /api/authors/1?locale=all&fallback=en',
  status: 400,
  response: badValue('fallback', 'it needs one locale to start from, such as locale=fr'),
  statements: 0,
})

exampleIn({ drafts: 'open' })('a draft is served where drafts are shown', {
  request:
    'GET /api/authors?fields[0]=name&filters[id]=2&locale=fr&fallback=en&publicationState=preview&populate[articles][fields][0]=title',
  dialect: 'strapi4',
  status: 200,
  response: collection(withMore(ben, { articles: data([titled(7, 'Crête', 'fr')]) })),
  statements: 2,
})

example('a fallback that is no locale of the project', {
  request: 'GET /api/articles?fields[0]=title&locale=fr&fallback=en,xx',
  dialect: 'document',
  status: 400,
  response: failure(
    400,
    'ValidationError',
    'There is no locale xx; fallback takes codes of locales that the project has',
  ),
  statements: 0,
})

example('in the dialect strapi4 a header says so', {
  request: 'GET /api/articles?fields[0]=title&filters[id]=3&locale=en&fallback=xx',
  dialect: 'strapi4',
  status: 200,
  response: { data: [titled(3, 'Alone', 'en')], meta: meta(1, ['en'], 'en') },
  headers: { 'x-populus-hint': 'there is no locale xx; fallback takes codes of locales that the project has' },
  statements: 1,
})
