'use strict'

module.exports = {
  register: require('./register'),
  bootstrap: require('./bootstrap'),
  destroy() {},
  config: require('./config'),
  contentTypes: require('./content-types'),
  controllers: require('./controllers'),
  services: require('./services'),
  policies: require('./policies'),
  middlewares: require('./middlewares'),
  routes: require('./routes'),
}
