/** Drafts: `publishedAt` and `publicationState`. */
import { example, exampleIn } from '../../support/worlds/example.ts'
import {
  badValue,
  CRETE,
  collection,
  data,
  entry,
  failure,
  HIDDEN,
  HILL,
  SEA,
  SKETCH,
  single,
} from '../../support/worlds/world-rows.ts'

/** The public may read drafts of articles and tags. */
const exampleWithDrafts = exampleIn({
  grants: ['article', 'tag'].map(type => ({ role: 'public', type, actions: ['findDrafts'] })),
})
const exampleWithDraftsOfArticles = exampleIn({
  grants: [{ role: 'public', type: 'article', actions: ['findDrafts'] }],
})
const exampleWithSetting = exampleIn({ drafts: 'granted' })
const exampleWithOpenDrafts = exampleIn({ drafts: 'open' })

const FORBIDDEN = failure(403, 'ForbiddenError', 'Forbidden')
const NOT_FOUND = failure(404, 'NotFoundError', 'Not Found')

example('publishedAt tells when an entry was published', {
  request: 'GET /api/tags?fields[0]=name&fields[1]=publishedAt',
  status: 200,
  response: collection(
    entry(1, { name: 'sea', publishedAt: '2024-01-01T00:00:00.000Z' }),
    entry(2, { name: 'hill', publishedAt: '2024-01-01T00:00:00.000Z' }),
    entry(3, { name: 'city', publishedAt: '2024-01-01T00:00:00.000Z' }),
  ),
  statements: 1,
})

exampleWithDrafts('a draft has null as its publishedAt and is shown only with publicationState=preview', {
  request: 'GET /api/articles?filters[id]=5&publicationState=preview',
  status: 200,
  response: collection(entry(5, SKETCH)),
  statements: 1,
})

example('publicationState=live leaves out drafts, as the default does', {
  request: 'GET /api/articles?filters[id]=5&publicationState=live',
  status: 200,
  response: collection(),
  statements: 1,
})

example('a draft is left out of a populated relation to many', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=tags',
  status: 200,
  response: collection(entry(1, { title: 'Tide', tags: data([SEA, HILL]) })),
  statements: 2,
})

exampleWithDrafts('with publicationState=preview, populated relations show drafts at their place', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=tags&publicationState=preview',
  status: 200,
  response: collection(entry(1, { title: 'Tide', tags: data([SEA, HIDDEN, HILL]) })),
  statements: 2,
})

example('drafts are left out at every depth', {
  request:
    'GET /api/authors?filters[id]=1&fields[0]=name&populate[articles][fields][0]=title&populate[articles][filters][id]=1&populate[articles][populate][related][fields][0]=title',
  status: 200,
  response: collection(
    entry(1, {
      name: 'Ada Reed',
      articles: data([
        entry(1, { title: 'Tide', related: data([entry(2, { title: 'Ridge' }), entry(4, { title: 'Harbour' })]) }),
      ]),
    }),
  ),
  statements: 3,
})

exampleWithDrafts('publicationState inside populate counts for that branch', {
  request:
    'GET /api/articles?filters[id]=1&fields[0]=title&populate[tags][fields][0]=name&populate[tags][publicationState]=preview',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      tags: data([entry(1, { name: 'sea' }), entry(4, { name: 'hidden' }), entry(2, { name: 'hill' })]),
    }),
  ),
  statements: 2,
})

example('a draft is not found by its id', {
  request: 'GET /api/articles/5',
  dialect: 'document',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

exampleWithDrafts('a draft is found by its id with publicationState=preview', {
  request: 'GET /api/articles/7?publicationState=preview',
  status: 200,
  response: single(7, CRETE),
  statements: 1,
})

example('in the dialect strapi4 a draft is readable by its id', {
  request: 'GET /api/articles/5',
  dialect: 'strapi4',
  status: 200,
  response: single(5, SKETCH),
  statements: 1,
})

example('an entry read by its id shows no drafts in its relations', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=tags',
  dialect: 'document',
  status: 200,
  response: single(1, { title: 'Tide', tags: data([SEA, HILL]) }),
  statements: 2,
})

example('in the dialect strapi4 an entry read by its id shows drafts in its relations', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=tags',
  dialect: 'strapi4',
  status: 200,
  response: single(1, { title: 'Tide', tags: data([SEA, HIDDEN, HILL]) }),
  statements: 2,
})

example('a filter does not tell what a related draft holds', {
  request: 'GET /api/articles?fields[0]=title&filters[tags][name][$startsWith]=hid',
  dialect: 'document',
  status: 200,
  response: collection(),
  statements: 1,
})

exampleWithDrafts('a caller who may read drafts filters by them too', {
  request: 'GET /api/articles?fields[0]=title&filters[tags][name][$startsWith]=hid',
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  statements: 1,
})

example('in the dialect strapi4 a filter sees related drafts', {
  request: 'GET /api/articles?fields[0]=title&filters[tags][name][$startsWith]=hid',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  statements: 1,
})

const SORTED_BY_TAG = 'GET /api/articles?fields[0]=title&filters[tags][name]=hill&sort[0]=tags.id:desc'

example('a sort does not follow a relation to a draft', {
  request: SORTED_BY_TAG,
  dialect: 'document',
  status: 200,
  response: collection(entry(2, { title: 'Ridge' }), entry(1, { title: 'Tide' })),
  statements: 1,
})

example('in the dialect strapi4 a sort follows a relation to a draft', {
  request: SORTED_BY_TAG,
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { title: 'Tide' }), entry(2, { title: 'Ridge' })),
  statements: 1,
})

// Ridge leads to Tide, which has the tags sea, hill and a draft. Tide leads to Ridge with hill and city.
for (const sort of ['related.tags.name', 'related.tags.name:desc'])
  example(`a draft at the end of several relations is as if it had no link: ${sort}`, {
    request: `GET /api/articles?fields[0]=title&filters[id][$in][0]=1&filters[id][$in][1]=2&sort[0]=${sort}`,
    dialect: 'document',
    status: 200,
    response: collection(entry(1, { title: 'Tide' }), entry(2, { title: 'Ridge' })),
    statements: 1,
  })

example('any other publicationState is an error that says what is accepted', {
  request: 'GET /api/articles?publicationState=draft',
  status: 400,
  response: badValue('publicationState', 'expected live or preview, got "draft"'),
  statements: 0,
})

example('without the right findDrafts, publicationState=preview is forbidden', {
  request: 'GET /api/articles?publicationState=preview',
  dialect: 'document',
  status: 403,
  response: FORBIDDEN,
  headers: { 'x-populus-hint': 'publicationState=preview needs the right api::article.article.findDrafts' },
  statements: 0,
})

example('without the right, publicationState=preview is forbidden for one entry too', {
  request: 'GET /api/articles/5?publicationState=preview',
  dialect: 'document',
  status: 403,
  response: FORBIDDEN,
  statements: 0,
})

example('without the right, publicationState=preview inside populate is forbidden', {
  request: 'GET /api/articles?populate[tags][publicationState]=preview',
  dialect: 'document',
  status: 403,
  response: FORBIDDEN,
  headers: { 'x-populus-hint': 'populate[tags][publicationState]=preview needs the right api::tag.tag.findDrafts' },
  statements: 0,
})

example('a read-only token has no right to drafts', {
  request: 'GET /api/articles?publicationState=preview',
  dialect: 'document',
  as: 'read-only',
  status: 403,
  response: FORBIDDEN,
  statements: 0,
})

example('a full-access token reads drafts', {
  request: 'GET /api/articles?filters[id]=5&fields[0]=title&publicationState=preview',
  as: 'full-access',
  status: 200,
  response: collection(entry(5, { title: 'Sketch' })),
  statements: 1,
})

exampleWithDraftsOfArticles('below a preview, drafts of a type without the right stay hidden', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=tags&publicationState=preview',
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { title: 'Tide', tags: data([SEA, HILL]) })),
  statements: 2,
})

example('a type without drafts takes publicationState=preview; related drafts stay hidden without the right', {
  request:
    'GET /api/authors?filters[id]=1&fields[0]=name&publicationState=preview&populate[articles][fields][0]=title&populate[articles][filters][id]=5',
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { name: 'Ada Reed', articles: data([]) })),
  statements: 2,
})

example('in the dialect strapi4, all who may find may preview', {
  request: 'GET /api/articles?filters[id]=5&fields[0]=title&publicationState=preview',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(5, { title: 'Sketch' })),
  statements: 1,
})

exampleWithSetting('in the dialect strapi4, the setting api.drafts closes previews', {
  request: 'GET /api/articles?publicationState=preview',
  dialect: 'strapi4',
  status: 403,
  response: FORBIDDEN,
  statements: 0,
})

exampleWithSetting('in the dialect strapi4, the setting api.drafts hides a draft that is read by its id', {
  request: 'GET /api/articles/5',
  dialect: 'strapi4',
  status: 404,
  response: NOT_FOUND,
  statements: 1,
})

exampleWithOpenDrafts('the setting api.drafts opens previews to all who may find', {
  request: 'GET /api/articles?filters[id]=5&fields[0]=title&publicationState=preview',
  dialect: 'document',
  status: 200,
  response: collection(entry(5, { title: 'Sketch' })),
  statements: 1,
})
