'use strict'

module.exports = () => ({
  pong: () => ({ pong: true }),
})
