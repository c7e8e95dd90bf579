// Left over from Strapi 3: the name is imported and never used.
const { sanitizeEntity } = require('@strapi/utils')

module.exports = require('@strapi/strapi').factories.createCoreController('api::note.note')
