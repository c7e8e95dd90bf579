// What articles link to.
const PUBLISHED = '2023-01-01T00:00:00.000Z'
const NAMES = ['Ada', 'Blaise', 'Chloé', 'Dmitri', 'Élise', 'Fatima', 'Goran', 'Hana', 'Ivan', "O'Neil", 'Zoë', 'ada']
const TREE = ['World', 'Europe', 'France', 'Sport', 'Tennis', 'Orphan']
const PARENTS = new Map([
  [1, 0],
  [2, 1],
  [4, 3],
])

exports.makeAuthors = async world => {
  const { strapi, create, file, users } = world
  const teams = []
  for (const [at, name] of ['Red', 'Green', 'Blue', 'Empty'].entries())
    teams.push(
      await create('team', { name: `${name} team`, founded: 1995 + at * 5, logo: at === 3 ? null : file(at + 1) }),
    )
  const authors = []
  for (let n = 1; n <= NAMES.length; n++) {
    authors.push(
      await create('author', {
        name: NAMES[n - 1],
        email: `a${n}@example.test`,
        bio: n % 4 ? `# Bio ${n}\n\nText *${n}*` : null,
        birthdate: `19${60 + n}-0${(n % 9) + 1}-1${n % 10}`,
        level: n % 5 === 0 ? null : n % 5,
        secretNote: `private ${n}`,
        avatar: n % 6 === 0 ? null : file(n + 3),
        team: n % 5 === 0 ? null : teams[n % 3],
        mentor: n > 3 ? authors[(n - 4) % authors.length] : null,
        user: n === 1 ? users[0] : null,
        profile: n % 3 === 0 ? null : profileOf(n, file, authors),
      }),
    )
  }
  for (const [team, lead] of [2, 0, 0].entries())
    await strapi.entityService.update('api::team.team', teams[team], { data: { lead: authors[lead] } })
  Object.assign(world, { authors })
}

function profileOf(n, file, authors) {
  const link = { label: `l${n}`, url: `https://x.test/${n}`, external: true, weight: n }
  return {
    metaTitle: `Profile ${n}`,
    metaDescription: `d${n}`,
    keywords: `k${n}`,
    internalScore: n,
    shareImage: file(n),
    canonicalAuthor: n > 1 ? authors[0] : null,
    metaSocial: [{ socialNetwork: 'Twitter', title: `@a${n}`, description: null, image: file(n + 1), link }],
  }
}

exports.makeTaxonomy = async world => {
  const { strapi, create, file } = world
  const tags = []
  for (let n = 1; n <= 11; n++) {
    const name = `Tag ${String.fromCharCode('K'.charCodeAt(0) - n)}`
    const publishedAt = n % 4 === 0 ? null : PUBLISHED
    tags.push(await create('tag', { name, slug: `tag-${n}`, weight: n === 10 ? null : (n * 3) % 7, publishedAt }))
  }
  // The next one must not get the id of this one.
  await strapi.entityService.delete('api::tag.tag', tags.pop())
  const cats = { en: [], fr: [] }
  for (const [at, name] of TREE.entries()) {
    const parent = cats.en[PARENTS.get(at)] ?? null
    const icon = at === 5 ? null : file(at)
    cats.en.push(await create('category', { name, position: 60 - at * 10, locale: 'en', icon, parent }))
  }
  for (const [at, name] of TREE.slice(0, 4).entries()) {
    const parent = cats.fr[PARENTS.get(at)] ?? null
    const shared = { position: 60 - at * 10, icon: file(at), localizations: [cats.en[at]] }
    cats.fr.push(await create('category', { name: `${name} (fr)`, locale: 'fr', parent, ...shared }))
  }
  Object.assign(world, { tags, cats })
}

exports.makePages = async world => {
  const { create, file, authors } = world
  const pages = []
  for (let n = 1; n <= 8; n++) {
    const backgrounds = [file(n + 5), file(n + 1)]
    const banner = n % 2 ? { title: `Banner ${n}`, subtitle: null, image: file(n), backgrounds } : null
    pages.push(
      await create('page', { title: `Page ${n}`, path: `/p/${n}`, publishedAt: n === 3 ? null : PUBLISHED, banner }),
    )
  }
  const secrets = []
  for (let n = 1; n <= 3; n++) secrets.push(await create('secret', { code: `S${n}`, owner: authors[n] }))
  Object.assign(world, { pages, secrets })
}
