/** `fallback`: another translation where there is none into the locale. */
import { example } from '../../../support/worlds/example.ts'
import { badValue, entry, failure } from '../../../support/worlds/world-rows.ts'

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
  statements: 2,
})

example('the locales of a list are tried one after the other', {
  request: 'GET /api/articles?fields[0]=title&locale=de&fallback[0]=fr&fallback[1]=en',
  status: 200,
  response: { data: [...ENGLISH, ...FRENCH], meta: meta(4, ['fr', 'en'], 'de') },
})

example('filters apply to what is shown, not to what could have been', {
  request:
    'GET /api/articles?fields[0]=title&locale=fr&fallback=en&filters[title][$in][0]=Tide&filters[title][$in][1]=Alone',
  status: 200,
  response: { data: [titled(3, 'Alone', 'en')], meta: meta(1, ['en']) },
})

example('pages and totals count each entry once', {
  request:
    'GET /api/articles?fields[0]=title&locale=fr&fallback=en&sort=title&pagination[pageSize]=1&pagination[page]=2',
  status: 200,
  response: {
    data: [titled(4, 'Harbour', 'en')],
    meta: { pagination: { page: 2, pageSize: 1, pageCount: 4, total: 4 }, locale: { asked: 'fr', served: ['en'] } },
  },
})

example('one entry by a unique field', {
  request: 'GET /api/articles/slug:alone?fields[0]=title&locale=fr&fallback=en',
  status: 200,
  response: { data: titled(3, 'Alone', 'en'), meta: { locale: { asked: 'fr', served: ['en'] } } },
})

example('an entry that has a translation is not found by the value of another', {
  request: 'GET /api/articles/slug:tide?locale=fr&fallback=en',
  status: 404,
  response: failure(404, 'NotFoundError', 'Not Found'),
})

example('the default locale is one to start from', {
  request: 'GET /api/articles?fields[0]=title&fallback=fr&filters[id][$lt]=4',
  status: 200,
  response: {
    data: [titled(1, 'Tide', 'en'), titled(2, 'Ridge', 'en'), titled(3, 'Alone', 'en')],
    meta: meta(3, ['en'], 'en'),
  },
})

example('all locales leave nothing to fall back to', {
  request: 'GET /api/articles?locale=all&fallback=en',
  status: 400,
  response: badValue('fallback', 'it needs one locale to start from, such as locale=fr'),
})

example('a type without locales has no fallback either', {
  request: 'GET /api/tags?fields[0]=name&filters[id]=1&fallback=en',
  status: 200,
  response: { data: [entry(1, { name: 'sea' })], meta: { pagination: page(1) } },
})
