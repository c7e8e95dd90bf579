'use strict'

module.exports = {
  routes: [{ method: 'POST', path: '/try/:uid/:call', handler: 'try.run', config: { auth: false } }],
}
