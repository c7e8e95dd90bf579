module.exports = {
  task: { schema: require('./task/schema.json'), lifecycles: require('./task/lifecycles') },
  card: {
    schema: {
      kind: 'collectionType',
      collectionName: 'todo_cards',
      info: { singularName: 'card', pluralName: 'cards', displayName: 'Card' },
      options: { draftAndPublish: false },
      pluginOptions: { 'content-manager': { visible: false }, 'content-type-builder': { visible: false } },
      attributes: { text: { type: 'string', required: true } },
    },
  },
}
