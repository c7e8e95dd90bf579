// The import walls of ARCHITECTURE.md: a folder may import only from itself and from the folders listed here.
const walls = {
  util: [],
  errors: [],
  config: ['util', 'errors'],
  schema: ['util', 'errors'],
  query: ['util', 'errors'],
  plan: ['query', 'schema', 'errors', 'util'],
  sql: ['plan', 'schema', 'util'],
  storage: ['sql', 'schema', 'config', 'errors', 'util'],
  cache: ['util'],
  events: [],
  content: ['query', 'plan', 'sql', 'storage', 'schema', 'cache', 'events', 'errors', 'util'],
  access: ['plan', 'schema', 'sql', 'storage', 'config', 'errors', 'util'],
  admin: ['schema', 'sql', 'storage', 'plan', 'access', 'users', 'config', 'errors', 'util'],
  http: ['content', 'access', 'users', 'admin', 'plan', 'schema', 'config', 'errors', 'util'],
  mail: ['config', 'errors', 'util'],
  users: ['schema', 'sql', 'storage', 'plan', 'content', 'access', 'mail', 'config', 'errors', 'util'],
  seed: ['schema', 'sql', 'storage', 'errors', 'util'],
  transfer: ['schema', 'sql', 'storage', 'plan', 'content', 'errors', 'util'],
  cli: ['app', 'config', 'schema', 'storage', 'access', 'admin', 'users', 'mail', 'content', 'errors', 'util', 'seed', 'transfer'],
}
const thirdParties = {
  fastify: 'http',
  '@fastify': 'http',
  'better-sqlite3': 'storage',
  postgres: 'storage',
  kysely: 'sql',
  qs: 'query',
  jose: 'access',
  '@node-rs/bcrypt': 'access',
  nodemailer: 'mail',
  'lru-cache': 'cache',
}
const place = name => `^src/${name}(/|\\.ts$)`
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.test\\.ts$', '^src/(index|cli/main)\\.ts$', '\\.d\\.ts$'] },
      to: {},
    },
    ...Object.entries(walls).map(([name, allowed]) => ({
      name: `wall-${name}`,
      severity: 'error',
      from: { path: place(name), pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: [name, ...allowed].map(place) },
    })),
    ...Object.entries(thirdParties).map(([name, owner]) => ({
      name: `door-${name.replace('@', '')}`,
      severity: 'error',
      from: { path: '^src/', pathNot: place(owner) },
      to: { path: `node_modules/${name}/` },
    })),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
}
