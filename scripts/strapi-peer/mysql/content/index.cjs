// The `src/index.js` of a project that Strapi fills at its start: every type, drafts, locales, components, zones, media,
// users, roles, and what only Strapi itself has rows of.
const { makePeople } = require('./people.cjs')
const { makeMedia } = require('./media.cjs')
const { makeAuthors, makeTaxonomy, makePages } = require('./around.cjs')
const { makeArticles, zoneOf } = require('./articles.cjs')
const { makeRest, makeOddities } = require('./rest.cjs')

module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    if (await strapi.query('api::author.author').count()) return
    for (const [code, name] of [
      ['fr', 'French (fr)'],
      ['de', 'German (de)'],
    ])
      await strapi.plugin('i18n').service('locales').create({ code, name })
    const users = await makePeople(strapi)
    const file = await makeMedia(strapi)
    /** @type {any} What was made so far, by name. */
    const world = { strapi, create: creator(strapi), users, file }
    await makeAuthors(world)
    await makeTaxonomy(world)
    await makePages(world)
    await makeArticles(world)
    await makeRest(world, zoneOf)
    await makeOddities(world)
  },
}

/** Gives the id of a new entry. */
function creator(strapi) {
  return async (type, data) => {
    const uid = `api::${type}.${type}`
    const populate = 'localizations' in strapi.contentTypes[uid].attributes ? ['localizations'] : []
    return (await strapi.entityService.create(uid, { data, populate })).id
  }
}
