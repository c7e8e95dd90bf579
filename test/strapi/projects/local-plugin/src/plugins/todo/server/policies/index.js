module.exports = {
  'has-key': (context, config) => context.request.header['x-key'] === (config.key || 'usual'),
}
