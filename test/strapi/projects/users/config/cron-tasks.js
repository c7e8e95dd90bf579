module.exports = {
  memo: {
    task: async ({ strapi }) => {
      if ((await strapi.entityService.count('api::memo.memo')) === 0) {
        await strapi.entityService.create('api::memo.memo', { data: { text: 'from the clock' } })
      }
    },
    options: { rule: '* * * * * *' },
  },
}
