/** What a caller may see: types, and fields of types, granted to roles. */
import { example, exampleIn } from '../../support/worlds/example.ts'
import {
  ADA,
  bare,
  collection,
  data,
  entry,
  failure,
  HILL,
  invalid,
  RIDGE,
  SAFE,
  SEA,
  SHORT_QUOTE,
  single,
  VAULT,
} from '../../support/worlds/world-rows.ts'

const FORBIDDEN = failure(403, 'ForbiddenError', 'Forbidden')
const UNAUTHORIZED = failure(401, 'UnauthorizedError', 'Missing or invalid credentials')

example('a relation to a type that the role may not find is absent, and the request does not fail', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=secret',
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  statements: 1,
})

example('a relation that may not be found is absent while the others are populated', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=secret&populate[1]=author',
  status: 200,
  response: single(1, { title: 'Tide', author: data(ADA) }),
  statements: 2,
})

example('a relation that may not be found is absent when it is named with options', {
  request: 'GET /api/articles/1?fields[0]=title&populate[secret][fields][0]=code&populate[secret][filters][code]=4711',
  status: 200,
  response: single(1, { title: 'Tide' }),
  statements: 1,
})

example('a relation that may not be found is absent inside the blocks of a zone', {
  request: 'GET /api/articles/2?fields[0]=title&populate[blocks][populate]=*',
  status: 200,
  response: single(2, { title: 'Ridge', blocks: [VAULT, SHORT_QUOTE] }),
  statements: 1 + 3,
})

example('a relation that may not be found is absent below on', {
  request: 'GET /api/articles/2?fields[0]=title&populate[blocks][on][blocks.vault][populate][0]=secret',
  dialect: 'document',
  status: 200,
  response: single(2, { title: 'Ridge', blocks: [{ id: 1, __component: 'blocks.vault' }] }),
  statements: 1 + 2,
})

example('a relation to a type that the role may find is populated', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=secret',
  as: 'member',
  status: 200,
  response: collection(entry(1, { title: 'Tide', secret: data(SAFE) })),
  statements: 2,
})

example('permissions are those of the role: another one may find other types', {
  request:
    'GET /api/articles?filters[id]=2&populate[0]=author&populate[1]=secret&populate[2]=blocks.secret&fields[0]=title',
  as: 'member',
  status: 200,
  response: collection(
    entry(2, { title: 'Ridge', secret: data(null), blocks: [{ ...VAULT, secret: data(SAFE) }, SHORT_QUOTE] }),
  ),
  // The page and its total, secret, the zone with two kinds, the secret of the vault.
  statements: 1 + 1 + 3 + 1,
})

example('a full-access token may find everything', {
  request: 'GET /api/secrets',
  as: 'full-access',
  status: 200,
  response: collection(SAFE),
  statements: 1,
})

example('a collection that the role may not find is forbidden', {
  request: 'GET /api/secrets',
  status: 403,
  response: FORBIDDEN,
  statements: 0,
})

example('permissions are configured per content type: what one role reads, another may not', {
  request: 'GET /api/authors',
  as: 'member',
  status: 403,
  response: FORBIDDEN,
  statements: 0,
})

example('a type that may not be found is forbidden before the query is looked at', {
  request: 'GET /api/secrets?fields[0]=nonsense',
  status: 403,
  response: FORBIDDEN,
  statements: 0,
})

example('a filter through a relation that may not be found is an error', {
  request: 'GET /api/articles?filters[secret][code][$startsWith]=4',
  status: 400,
  response: invalid('secret'),
  statements: 0,
})

example('a sort through a relation that may not be found is an error', {
  request: 'GET /api/articles?sort=secret.code',
  status: 400,
  response: invalid('secret'),
  statements: 0,
})

example('a nested filter through a relation that may not be found is an error', {
  request: 'GET /api/articles?populate[related][filters][secret][id]=1',
  status: 400,
  response: invalid('secret'),
  statements: 0,
})

example('a token that nobody knows is refused', {
  request: 'GET /api/articles',
  send: { authorization: 'Bearer nobody' },
  status: 401,
  response: UNAUTHORIZED,
  statements: 0,
})

example('a private field is absent', {
  request: 'GET /api/articles/2',
  as: 'full-access',
  status: 200,
  response: single(2, RIDGE),
  statements: 1,
})

example('a search does not look into private fields', {
  request: 'GET /api/articles?_q=readers&fields[0]=title',
  status: 200,
  response: collection(),
  statements: 1,
})

example('who created an entry is nobody’s business', {
  request: 'GET /api/articles/2?fields[0]=title&populate[0]=createdBy&populate[1]=updatedBy',
  dialect: 'strapi4',
  as: 'full-access',
  status: 200,
  response: single(2, { title: 'Ridge' }),
  statements: 1,
})

example('in the dialect document who created an entry is as unknown as any other name', {
  request: 'GET /api/articles/2?fields[0]=title&populate[0]=createdBy',
  dialect: 'document',
  as: 'full-access',
  status: 400,
  response: failure(400, 'ValidationError', 'There is no attribute to populate named createdBy'),
  statements: 0,
})

example('what a file belongs to shows only types that the caller may find, and no drafts', {
  request:
    'GET /api/articles?filters[id]=2&fields[0]=title&populate[cover][fields][0]=name&populate[cover][populate][related][on][api::article.article][fields][0]=title',
  status: 200,
  response: collection(
    entry(2, {
      title: 'Ridge',
      cover: data(
        entry(2, {
          name: 'garden.png',
          related: [
            { __type: 'api::article.article', id: 2, title: 'Ridge' },
            { __type: 'api::article.article', id: 1, title: 'Tide' },
          ],
        }),
      ),
    }),
  ),
  // The page and its total, the cover, the links of the file, the articles.
  statements: 4,
})

example('what a file belongs to shows nothing private', {
  request:
    'GET /api/articles?filters[id]=2&fields[0]=title&populate[cover][fields][0]=name&populate[cover][populate][related][on][api::article.article][fields][0]=internal',
  status: 400,
  response: invalid('internal'),
  statements: 0,
})

const exampleWithoutTeams = exampleIn({ revokes: [{ role: 'public', type: 'team' }] })

exampleWithoutTeams('a type that may not be found is absent at every depth', {
  request:
    'GET /api/articles?filters[id]=1&fields[0]=title&populate[author][fields][0]=name&populate[author][populate][team][populate][0]=partner',
  status: 200,
  response: collection(entry(1, { title: 'Tide', author: data(entry(1, { name: 'Ada Reed' })) })),
  statements: 2,
})

exampleWithoutTeams('a nested populate=* leaves out what may not be found', {
  request: 'GET /api/authors/3?populate=*&fields[0]=name',
  status: 200,
  response: single(3, { name: 'Cy Dane', avatar: data(null), articles: data([]) }),
  statements: 3,
})

/** The public may read of an author the name and the team, and of a tag the name. */
const exampleWithFields = exampleIn({
  grants: [
    { role: 'public', type: 'author', fields: ['name', 'team'] },
    { role: 'public', type: 'tag', fields: ['name'] },
    { role: 'public', type: 'team', fields: [] },
  ],
})

exampleWithFields('a populated relation shows only the fields on which find is granted', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=author&populate[1]=tags',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      author: data(entry(1, { name: 'Ada Reed' })),
      tags: data([entry(1, { name: 'sea' }), entry(2, { name: 'hill' })]),
    }),
  ),
  statements: 3,
})

exampleWithFields('a collection shows only the fields on which find is granted', {
  request: 'GET /api/authors',
  status: 200,
  response: collection(entry(1, { name: 'Ada Reed' }), entry(2, { name: 'Ben Cole' }), entry(3, { name: 'Cy Dane' })),
  statements: 1,
})

exampleWithFields('the grant of fields governs relations and media too', {
  request: 'GET /api/authors?populate[0]=avatar&populate[1]=team&populate[2]=articles&filters[id]=1',
  status: 200,
  response: collection(entry(1, { name: 'Ada Reed', team: data(bare(1)) })),
  statements: 2,
  headers: { 'x-populus-hint': null },
})

exampleWithFields('what is not granted is absent when it is named with options, whatever they are', {
  request: 'GET /api/authors/1?populate[avatar][fields][0]=nope&populate[articles][required]=true&populate[team]=true',
  status: 200,
  response: single(1, { name: 'Ada Reed', team: data(bare(1)) }),
  statements: 2,
})

exampleWithFields('what is not granted is absent below a relation, in every form of populate', {
  request:
    'GET /api/articles?filters[id]=1&fields[0]=title&populate[author][populate][0]=avatar&populate[author][populate][1]=team.partner',
  status: 200,
  response: collection(entry(1, { title: 'Tide', author: data(entry(1, { name: 'Ada Reed', team: data(bare(1)) })) })),
  statements: 3,
})

exampleWithFields('a plain field cannot be populated, whether it is granted or not', {
  request: 'GET /api/authors?populate=email',
  dialect: 'document',
  status: 400,
  response: failure(400, 'ValidationError', 'There is no attribute to populate named email'),
  statements: 0,
})

exampleWithFields('populate=* adds only what is granted', {
  request: 'GET /api/authors?populate=*&filters[id]=2',
  status: 200,
  response: collection(entry(2, { name: 'Ben Cole', team: data(bare(2)) })),
  statements: 2,
})

exampleWithFields('when no field is granted, entries show their id only', {
  request: 'GET /api/teams',
  status: 200,
  response: collection(bare(1), bare(2)),
  statements: 1,
})

exampleWithFields('a field that is not granted is an error in fields', {
  request: 'GET /api/authors?fields[0]=email',
  status: 400,
  response: invalid('email'),
  statements: 0,
})

exampleWithFields('a field that is not granted is an error in nested fields', {
  request: 'GET /api/articles?populate[author][fields][0]=email',
  status: 400,
  response: invalid('email'),
  statements: 0,
})

exampleWithFields('a field that is not granted is an error in filters', {
  request: 'GET /api/authors?filters[email][$startsWith]=a',
  status: 400,
  response: invalid('email'),
  statements: 0,
})

exampleWithFields('a field that is not granted is an error in filters through a relation', {
  request: 'GET /api/articles?filters[author][email][$startsWith]=a',
  status: 400,
  response: invalid('email'),
  statements: 0,
})

exampleWithFields('a field that is not granted is an error in filters when it is named as its column', {
  request: 'GET /api/authors?filters[created_at][$gt]=2020-01-01',
  status: 400,
  response: invalid('created_at'),
  statements: 0,
})

exampleWithFields('a field that is not granted is an error in sort', {
  request: 'GET /api/authors?sort=email',
  status: 400,
  response: invalid('email'),
  statements: 0,
})

exampleWithFields('a relation that is not granted is an error in filters', {
  request: 'GET /api/authors?filters[articles][title]=Tide',
  status: 400,
  response: invalid('articles'),
  statements: 0,
})

exampleWithFields('a search does not look into fields that are not granted', {
  request: 'GET /api/authors?_q=example.com',
  status: 200,
  response: collection(),
  statements: 1,
})

exampleWithFields('drafts stay hidden when publishedAt is not granted', {
  request: 'GET /api/tags',
  status: 200,
  response: collection(entry(1, { name: 'sea' }), entry(2, { name: 'hill' }), entry(3, { name: 'city' })),
  statements: 1,
})

exampleWithFields('the fields granted to one role do not limit another', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=tags',
  as: 'member',
  status: 200,
  response: collection(entry(1, { title: 'Tide', tags: data([SEA, HILL]) })),
  statements: 2,
})

/** The public may read of an article the title, the seo and the blocks. */
const exampleWithParts = exampleIn({
  grants: [{ role: 'public', type: 'article', fields: ['title', 'seo', 'blocks'] }],
})

exampleWithParts('the grant of fields governs components and zones too', {
  request: 'GET /api/articles?filters[id]=2&populate=*',
  status: 200,
  response: collection(
    entry(2, { title: 'Ridge', seo: { id: 2, metaTitle: 'Ridge walks' }, blocks: [VAULT, SHORT_QUOTE] }),
  ),
  statements: 1 + 1 + 3,
})

exampleWithParts('a component or media field that is not granted is absent, and the request does not fail', {
  request: 'GET /api/articles/1?populate[0]=links&populate[1]=cover',
  status: 200,
  response: single(1, { title: 'Tide' }),
  statements: 1,
})

exampleWithParts('entries stay those of the default locale when locale is not granted', {
  request: 'GET /api/articles',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide' }),
    entry(2, { title: 'Ridge' }),
    entry(3, { title: 'Alone' }),
    entry(4, { title: 'Harbour' }),
  ),
  statements: 1,
})

exampleWithParts('a relation that is not granted is an error in fields in both dialects', {
  request: 'GET /api/articles?fields[0]=title&fields[1]=author',
  status: 400,
  response: invalid('author'),
  statements: 0,
})
