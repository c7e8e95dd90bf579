/** In which order populated keys come, wildcards in dot paths, and branches that are switched off. */
import { example, exampleIn } from '../../support/worlds/example.ts'
import {
  ADA,
  collection,
  data,
  EDITORS,
  entry,
  FACE,
  HILL,
  PRINT,
  QUOTE,
  SEA,
  withMore,
} from '../../support/worlds/world-rows.ts'

const exampleWithExtras = exampleIn({ extras: true })
const TIDE_PATH = 'GET /api/articles?filters[id]=1&fields[0]=title'
const avatar = data(FACE)
const team = data(EDITORS)

example('populated keys come in the order of the query, those of dot paths too', {
  request: `${TIDE_PATH}&populate[0]=author.team&populate[1]=author.avatar`,
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { title: 'Tide', author: data(withMore(ADA, { team, avatar })) })),
  statements: 4,
})

example('in the dialect strapi4 the last of several dot paths comes first', {
  request: `${TIDE_PATH}&populate[0]=author.team&populate[1]=author.avatar`,
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { title: 'Tide', author: data(withMore(ADA, { avatar, team })) })),
  statements: 4,
})

exampleWithExtras('localizations come in the order of their locales', {
  request: `${TIDE_PATH}&populate[localizations][fields][0]=locale`,
  dialect: 'document',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', localizations: data([entry(2, { locale: 'en' }), entry(6, { locale: 'fr' })]) }),
  ),
  statements: 2,
})

exampleWithExtras('a sort of the query wins over the order of the locales', {
  request: `${TIDE_PATH}&populate[localizations][fields][0]=locale&populate[localizations][sort]=id:desc`,
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', localizations: data([entry(6, { locale: 'fr' }), entry(2, { locale: 'en' })]) }),
  ),
  statements: 2,
})

exampleWithExtras('in the dialect strapi4 localizations come as they were linked', {
  request: `${TIDE_PATH}&populate[localizations][fields][0]=locale`,
  dialect: 'strapi4',
  status: 200,
  response: collection(
    entry(1, { title: 'Tide', localizations: data([entry(6, { locale: 'fr' }), entry(2, { locale: 'en' })]) }),
  ),
  statements: 2,
})

example('a wildcard at the end of a dot path is everything at that level', {
  request: 'GET /api/authors?filters[id]=1&fields[0]=name&populate[0]=team.*',
  dialect: 'document',
  status: 200,
  response: collection(
    entry(1, {
      name: 'Ada Reed',
      team: data(withMore(EDITORS, { members: data([ADA]), partner: data(PRINT) })),
    }),
  ),
  statements: 4,
})

example('in the dialect strapi4 a wildcard in a dot path has no effect', {
  request: 'GET /api/authors?filters[id]=1&fields[0]=name&populate[0]=team.*',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { name: 'Ada Reed', team })),
  statements: 2,
})

example('false switches a component off below on', {
  request: `${TIDE_PATH}&populate[blocks][on][blocks.quote]=true&populate[blocks][on][blocks.hero]=false`,
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { title: 'Tide', blocks: [QUOTE] })),
  statements: 3,
})

example('false switches all of populate off', {
  request: `${TIDE_PATH}&populate=false`,
  status: 200,
  response: collection(entry(1, { title: 'Tide' })),
  statements: 1,
})

const TAGS = `${TIDE_PATH}&populate[tags][sort]=weight`

example('a sort does not change the order of keys', {
  request: TAGS,
  dialect: 'document',
  status: 200,
  response: collection(entry(1, { title: 'Tide', tags: data([HILL, SEA]) })),
  statements: 2,
})

const weightFirst = ({ id, attributes: { weight, ...others } }: typeof SEA) => entry(id, { weight, ...others })

example('in the dialect strapi4 sorted keys of related entries come first', {
  request: TAGS,
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { title: 'Tide', tags: data([weightFirst(HILL), weightFirst(SEA)]) })),
  statements: 2,
})

example('in the dialect strapi4 they are shown even if fields does not name them', {
  request: `${TAGS}&populate[tags][fields][0]=name`,
  dialect: 'strapi4',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      tags: data([entry(2, { weight: 10, name: 'hill' }), entry(1, { weight: 30, name: 'sea' })]),
    }),
  ),
  statements: 2,
})

example('in the dialect strapi4 sorted keys of a list come first if its filters follow relations', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&filters[author][id]=1&sort=createdAt',
  dialect: 'strapi4',
  status: 200,
  response: collection(entry(1, { createdAt: '2024-05-01T08:00:00.000Z', title: 'Tide' })),
  statements: 1,
})

example('in the dialect strapi4 sorted keys of a list stay in place if nothing follows relations', {
  request: 'GET /api/tags?filters[id]=1&sort=weight',
  dialect: 'strapi4',
  status: 200,
  response: collection(SEA),
  statements: 1,
})
