'use strict'

class ParcelError extends Error {
  constructor(message, weight) {
    super(message)
    this.name = 'ParcelError'
    this.weight = weight
  }
}

module.exports = { ParcelError }
