module.exports = { task: require('./task') }
