/** `fields`: which scalar fields are shown. */
import { example } from '../../support/worlds/example.ts'
import {
  ADA,
  ALONE,
  badValue,
  bare,
  collection,
  data,
  entry,
  failure,
  invalid,
  RIDGE,
  single,
  TIDE,
} from '../../support/worlds/world-rows.ts'

const FOUR_TITLES = collection(
  entry(1, { title: 'Tide' }),
  entry(2, { title: 'Ridge' }),
  entry(3, { title: 'Alone' }),
  entry(4, { title: 'Harbour' }),
)

example('fields[n] returns only the named fields, and always the id', {
  request: 'GET /api/articles?fields[0]=title&fields[1]=slug',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', slug: 'tide' }),
    entry(2, { title: 'Ridge', slug: 'ridge' }),
    entry(3, { title: 'Alone', slug: 'alone' }),
    entry(4, { title: 'Harbour', slug: 'harbour' }),
  ),
  statements: 1,
})

example('fields=* returns every scalar field', {
  request: 'GET /api/articles?fields=*&filters[id]=2',
  status: 200,
  response: collection(entry(2, RIDGE)),
  statements: 1,
})

example('* in a list of fields returns every scalar field', {
  request: 'GET /api/articles?fields[0]=title&fields[1]=*&filters[id]=2',
  status: 200,
  response: collection(entry(2, RIDGE)),
  statements: 1,
})

example('one field may be named without brackets', {
  request: 'GET /api/articles?fields=title',
  status: 200,
  response: FOUR_TITLES,
  statements: 1,
})

example('fields may be listed with empty brackets', {
  request: 'GET /api/articles?fields[]=title',
  status: 200,
  response: FOUR_TITLES,
  statements: 1,
})

example('fields may be listed by repeating the parameter', {
  request: 'GET /api/teams?fields=name&fields=createdAt',
  status: 200,
  response: collection(
    entry(1, { name: 'Editors', createdAt: '2024-01-01T00:00:00.000Z' }),
    entry(2, { name: 'Print', createdAt: '2024-01-01T00:00:00.000Z' }),
  ),
  statements: 1,
})

example('in the dialect strapi4 fields without a value selects everything', {
  request: 'GET /api/authors?fields&filters[id]=1',
  dialect: 'strapi4',
  status: 200,
  response: collection(ADA),
  statements: 1,
})

example('gaps between the indexes of fields do not matter', {
  request: 'GET /api/articles?fields[7]=title',
  status: 200,
  response: FOUR_TITLES,
  statements: 1,
})

example('fields come in the order of their indexes', {
  request: 'GET /api/articles/1?fields[1]=title&fields[0]=slug&fields[2]=kind',
  status: 200,
  response: single(1, { slug: 'tide', title: 'Tide', kind: 'guide' }),
  statements: 1,
})

example('a field that is named twice is shown once', {
  request: 'GET /api/articles/1?fields[0]=title&fields[1]=title',
  status: 200,
  response: single(1, { title: 'Tide' }),
  statements: 1,
})

example('blanks around the name of a field are passed over', {
  request: 'GET /api/articles/1?fields[0]=%20title%20',
  status: 200,
  response: single(1, { title: 'Tide' }),
  statements: 1,
})

example('a field may be named as its column', {
  request: 'GET /api/articles/1?fields[0]=happened_at',
  status: 200,
  response: single(1, { happenedAt: '2024-03-01T06:15:30.500Z' }),
  statements: 1,
})

example('createdAt, updatedAt, publishedAt and locale are left out unless they are named', {
  request: 'GET /api/articles/1?fields[0]=title&fields[1]=updatedAt',
  status: 200,
  response: single(1, { title: 'Tide', updatedAt: '2024-05-01T08:00:00.000Z' }),
  statements: 1,
})

example('fields=id leaves the attributes empty', {
  request: 'GET /api/articles/1?fields=id',
  status: 200,
  response: { data: { id: 1, attributes: {} }, meta: {} },
  statements: 1,
})

example('an empty selection means the id only, never everything', {
  request: 'GET /api/articles?fields[]=',
  status: 200,
  response: collection(bare(1), bare(2), bare(3), bare(4)),
  statements: 1,
})

example('a list of fields without names means the id only', {
  request: 'GET /api/articles?fields[]',
  status: 200,
  response: collection(bare(1), bare(2), bare(3), bare(4)),
  statements: 1,
})

for (const text of ['fields', 'fields=', 'fields[]='])
  example(`${text} asks for nothing but the id`, {
    request: `GET /api/articles/1?${text}`,
    dialect: 'document',
    status: 200,
    response: single(1, {}),
    statements: 1,
  })

example('in the dialect strapi4 an empty name in fields is an error', {
  request: 'GET /api/articles?fields=',
  dialect: 'strapi4',
  status: 400,
  response: invalid(''),
  statements: 0,
})

example('fields has no effect on a relation to a type that may not be found', {
  request: 'GET /api/articles/1?fields[0]=title&fields[1]=secret',
  dialect: 'document',
  status: 200,
  response: single(1, { title: 'Tide' }),
  statements: 1,
})

example('fields has no effect on relations, media, components and zones', {
  request:
    'GET /api/articles?filters[id]=1&fields[0]=author&fields[1]=tags&fields[2]=cover&fields[3]=seo&fields[4]=blocks&fields[5]=title',
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  statements: 1,
})

example('when only relations are named in fields, nothing but the id is left', {
  request: 'GET /api/articles/1?fields[0]=author&fields[1]=localizations',
  dialect: 'document',
  status: 200,
  response: single(1, {}),
  statements: 1,
})

example('in the dialect strapi4 a relation named in fields is an error', {
  request: 'GET /api/articles?fields[0]=title&fields[1]=author',
  dialect: 'strapi4',
  status: 400,
  response: invalid('author'),
  statements: 0,
})

example('in the dialect strapi4 a media field named in fields is an error', {
  request: 'GET /api/articles?fields[0]=cover',
  dialect: 'strapi4',
  status: 400,
  response: invalid('cover'),
  statements: 0,
})

example('in the dialect strapi4 a component named in fields is an error', {
  request: 'GET /api/articles?fields[0]=seo',
  dialect: 'strapi4',
  status: 400,
  response: invalid('seo'),
  statements: 0,
})

example('in the dialect strapi4 a zone named in fields is an error', {
  request: 'GET /api/articles?fields[0]=blocks',
  dialect: 'strapi4',
  status: 400,
  response: invalid('blocks'),
  statements: 0,
})

example('the top-level fields do not restrict a populated relation', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=author',
  status: 200,
  response: collection(entry(1, { title: 'Tide', author: data(ADA) })),
  statements: 2,
})

example('a populated relation takes its own nested fields', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[author][fields][0]=name',
  status: 200,
  response: collection(entry(1, { title: 'Tide', author: data(entry(1, { name: 'Ada Reed' })) })),
  statements: 2,
})

example('nested fields do not restrict the entry around them', {
  request: 'GET /api/articles/3?populate[author][fields][0]=name&populate[tags][fields][0]=name',
  status: 200,
  response: single(3, { ...ALONE, author: data(null), tags: data([]) }),
  statements: 3,
})

example('fields is not needed for populate, and populate adds to everything', {
  request: 'GET /api/articles?filters[id]=1&populate[0]=author',
  status: 200,
  response: collection(entry(1, { ...TIDE, author: data(ADA) })),
  statements: 2,
})

example('a sort does not move, add or change fields', {
  request: 'GET /api/articles?fields[0]=slug&sort[0]=title:desc&filters[tags][id][$notNull]=true',
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { slug: 'tide' }), entry(2, { slug: 'ridge' }), entry(4, { slug: 'harbour' })),
  statements: 1,
})

example('an unknown field is an error that names it, and a header suggests the nearest name', {
  request: 'GET /api/articles?fields[0]=titel',
  status: 400,
  response: invalid('titel'),
  statements: 0,
  headers: { 'x-populus-error': 'Q101', 'x-populus-hint': 'at fields; did you mean title?' },
})

example('a list of fields with commas is refused with the right form', {
  request: 'GET /api/articles?fields=title,rank',
  status: 400,
  response: failure(400, 'ValidationError', 'Invalid parameter title,rank'),
  statements: 0,
  headers: { 'x-populus-hint': 'at fields; names stand apart: fields[0]=title&fields[1]=rank' },
})

example('a sort by a relation is refused with a word about it', {
  request: 'GET /api/articles?sort=author',
  status: 400,
  response: failure(400, 'ValidationError', 'Invalid parameter author'),
  headers: { 'x-populus-hint': 'at sort; author is no plain field, but leads to some' },
  statements: 0,
})

example('a sort with a minus is refused with the right form', {
  request: 'GET /api/articles?sort=-title',
  status: 400,
  response: failure(400, 'ValidationError', 'Invalid parameter -title'),
  headers: { 'x-populus-hint': 'at sort; did you mean title:desc?' },
  statements: 0,
})

example('a page at the root of the query is refused with the right form', {
  request: 'GET /api/articles?page=2',
  status: 400,
  response: failure(
    400,
    'PaginationError',
    'Invalid pagination attributes. You cannot use page and offset pagination in the same query',
  ),
  headers: {
    'x-populus-hint': 'write pagination[page] and pagination[pageSize], or pagination[start] and pagination[limit]',
  },
  statements: 0,
})

example('the case of a field name counts', {
  request: 'GET /api/articles?fields[0]=Title',
  status: 400,
  response: invalid('Title'),
  statements: 0,
})

example('a comma does not separate fields', {
  request: 'GET /api/articles?fields=title,slug',
  status: 400,
  response: invalid('title,slug'),
  statements: 0,
})

example('a private field is as unknown as any other name', {
  request: 'GET /api/articles?fields[0]=internal',
  status: 400,
  response: invalid('internal'),
  statements: 0,
})

example('a password cannot be named in fields', {
  request: 'GET /api/articles?fields[0]=passcode',
  status: 400,
  response: invalid('passcode'),
  statements: 0,
})

example('a password cannot be named in nested fields', {
  request: 'GET /api/articles?populate[related][fields][0]=passcode',
  status: 400,
  response: invalid('passcode'),
  statements: 0,
})

example('a password cannot be named in filters', {
  request: 'GET /api/articles?filters[passcode][$startsWith]=o',
  status: 400,
  response: invalid('passcode'),
  statements: 0,
})

example('a password cannot be named in sort', {
  request: 'GET /api/articles?sort=passcode',
  status: 400,
  response: invalid('passcode'),
  statements: 0,
})

example('a password cannot be named by a caller who may do everything', {
  request: 'GET /api/articles?fields[0]=passcode',
  as: 'full-access',
  status: 400,
  response: invalid('passcode'),
  statements: 0,
})

example('fields cannot be given by name', {
  request: 'GET /api/articles?fields[title]=true',
  status: 400,
  response: badValue('fields', 'expected a name, a list of names or *, got {"title":"true"}'),
  statements: 0,
})

example('an empty name beside others is an error', {
  request: 'GET /api/articles?fields[0]=title&fields[1]=',
  status: 400,
  response: failure(400, 'ValidationError', 'Invalid parameter '),
  statements: 0,
})
