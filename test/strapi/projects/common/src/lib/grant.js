'use strict'

/** Lets a role call actions, as the admin panel would. */
module.exports = async (strapi, type, actions) => {
  const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type } })
  for (const action of actions) {
    const known = await strapi.db
      .query('plugin::users-permissions.permission')
      .findOne({ where: { action, role: { id: role.id } } })
    if (!known) {
      await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } })
    }
  }
}
