module.exports = {
  default: ({ env }) => ({
    most: 10,
    labels: ['one', 'two'],
    nested: { given: false, usual: true },
    port: env.int('TODO_PORT', 7),
  }),
  validator(config) {
    if (typeof config.most !== 'number') throw new Error('most has to be a number')
  },
}
