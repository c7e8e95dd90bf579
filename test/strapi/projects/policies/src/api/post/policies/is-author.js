'use strict'

module.exports = async (policyContext, config, { strapi }) => {
  const { id } = policyContext.params
  const post = await strapi.entityService.findOne('api::post.post', id, { populate: ['author'] })
  if (!post) return undefined
  return post.author?.id === policyContext.state.user.id
}
