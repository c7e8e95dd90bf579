module.exports = { 'content-api': require('./content-api'), panel: require('./panel') }
