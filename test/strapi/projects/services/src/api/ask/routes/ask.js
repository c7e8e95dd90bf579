const open = (method, path, action) => ({ method, path, handler: `ask.${action}`, config: { auth: false } })

module.exports = {
  routes: [
    open('GET', '/core-store', 'store'),
    open('GET', '/providers', 'providers'),
    open('GET', '/http-server', 'server'),
    open('GET', '/unused', 'unused'),
    open('POST', '/sign-in', 'signIn'),
  ],
}
