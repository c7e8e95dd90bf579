module.exports = {
  stamp:
    (config, { strapi }) =>
    (ctx, next) => {
      ctx.state.stamp = `${config.text} ${strapi.plugin('todo').config('most')}`
      return next()
    },
}
