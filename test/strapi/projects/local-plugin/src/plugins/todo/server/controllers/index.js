module.exports = { task: require('./task'), info: require('./info') }
