// The import walls of scripts/import-walls.cjs, and one door for each third party.
const walls = require('./scripts/import-walls.cjs')

const thirdParties = {
  fastify: 'http',
  '@fastify': 'http',
  'better-sqlite3': 'storage',
  postgres: 'storage',
  mysql2: 'storage/mysql',
  qs: 'query',
  jose: 'identity',
  '@node-rs/bcrypt': 'identity',
  nodemailer: 'identity/mail',
  'lru-cache': 'kept',
  'prom-client': 'http',
  dotenv: 'config',
  acorn: '(extend|strapi)',
  sucrase: '(util/process|extend|strapi)',
  aws4fetch: 'media/providers',
  busboy: 'media',
  koa: 'strapi',
  'koa-compose': 'strapi',
  croner: 'strapi',
  'http-errors': 'strapi',
  'path-to-regexp': 'strapi',
  '@sindresorhus/slugify': '(media|content)',
  'transliterate-0': 'strapi',
  sharp: 'media/images',
  'file-type': 'media/types',
  saxes: 'media/(svg|providers)',
  'modern-tar': 'transfer/archive',
}
const place = name => `^src/${name}(/|\\.ts$)`
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.test\\.ts$', '^src/(index|cli/main|client/client|extend/extend)\\.ts$', '\\.d\\.ts$'],
      },
      to: {},
    },
    {
      // A file that takes forever there would stop every request.
      name: 'files-are-read-in-their-own-process',
      severity: 'error',
      from: { path: '^src/(app|cli/main)\\.ts$' },
      // The answers of S3 are XML as well, and are read in the server.
      to: { path: 'node_modules/(sharp|file-type)/|^src/media/svg/', reachable: true },
    },
    {
      // Even `app` reaches it through strapi-support.ts alone, so that it can be left out.
      name: 'nothing-imports-strapi',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/strapi/' },
      to: { path: '^src/strapi/' },
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
