module.exports = require('./server')
