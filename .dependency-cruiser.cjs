// The import walls of ARCHITECTURE.md: a folder may import only from itself and from the folders listed here.
const walls = {
  util: [],
  errors: [],
  config: ['util', 'errors'],
  schema: ['util', 'errors'],
  query: ['util', 'errors'],
  plan: ['query', 'schema', 'errors', 'util'],
  sql: ['plan', 'schema', 'util'],
  wire: ['sql', 'plan', 'schema', 'errors', 'util'],
  storage: ['cache', 'wire', 'sql', 'schema', 'config', 'errors', 'util'],
  layout: ['cache', 'storage', 'sql', 'schema', 'config', 'errors', 'util'],
  cache: ['util'],
  content: ['query', 'plan', 'sql', 'wire', 'storage', 'schema', 'cache', 'errors', 'util'],
  identity: ['content', 'plan', 'schema', 'sql', 'storage', 'layout', 'config', 'errors', 'util'],
  'identity/mail': ['config', 'errors', 'util'],
  transfer: ['schema', 'sql', 'storage', 'layout', 'plan', 'content', 'errors', 'util'],
  media: ['content', 'plan', 'schema', 'sql', 'storage', 'layout', 'config', 'errors', 'util'],
  'media/images': ['config', 'errors', 'util'],
  'media/types': ['media/images', 'config', 'errors', 'util'],
  http: ['cache', 'content', 'identity', 'media', 'plan', 'schema', 'config', 'errors', 'util'],
  cluster: ['app', 'identity', 'config', 'errors'],
  cli: ['app', 'cluster', 'config', 'schema', 'storage', 'layout', 'identity', 'content', 'transfer', 'errors', 'util'],
}
const thirdParties = {
  fastify: 'http',
  '@fastify': 'http',
  'better-sqlite3': 'storage',
  postgres: 'storage',
  qs: 'query',
  jose: 'identity',
  '@node-rs/bcrypt': 'identity',
  nodemailer: 'identity/mail',
  'lru-cache': 'cache',
  'prom-client': 'http',
  dotenv: 'config',
  acorn: 'config',
  sharp: 'media/images',
  'file-type': 'media/types',
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
