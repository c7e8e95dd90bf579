'use strict'

const { ParcelError } = require('../../../../lib/parcel-error')

const seen = (event, text) =>
  strapi.db.query('api::note.note').create({ data: { text: `${event.action} ${text}`, code: null, serial: null } })

module.exports = {
  async beforeCreate(event) {
    const { label, weight, publishedAt } = event.params.data
    await seen(event, `${label} ${publishedAt === null ? 'draft' : typeof publishedAt}`)
    if (weight > 100) throw new ParcelError('Too heavy', weight)
    if (weight === 13) throw new Error('Bad luck')
  },
  async beforeUpdate(event) {
    await seen(event, String(event.params.data.label))
    if (event.params.data.weight > 100) throw new ParcelError('Too heavy now', event.params.data.weight)
  },
}
