module.exports = { level: process.env.LOG_LEVEL || 'error' }
