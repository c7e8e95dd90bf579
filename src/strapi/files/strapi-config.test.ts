/** The `config` files of a Strapi project are run as Strapi runs them. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadProjectConfig } from '../../project-config.ts'

let folder: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'populus-config-')))
  await write('package.json', '{"dependencies":{"@strapi/strapi":"4.26.2"}}')
})
afterEach(() => rm(folder, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

async function load(env: Record<string, string> = {}, database?: string) {
  const warnings: string[] = []
  const taken: string[] = []
  const config = await loadProjectConfig({
    folder,
    env,
    flags: { database },
    warn: message => warnings.push(message),
    inform: message => taken.push(message),
  })
  return { config, warnings, taken }
}

const TEMPLATE = `import path from 'path';
export default ({ env }: { env: any }) => {
  const client = env('DATABASE_CLIENT', 'sqlite');
  const connections: Record<string, unknown> = {
    mysql: { connection: { host: env('DATABASE_HOST', 'localhost'), port: env.int('DATABASE_PORT', 3306) } },
    postgres: {
      connection: {
        connectionString: env('DATABASE_URL'),
        host: env('DATABASE_HOST', 'localhost'),
        port: env.int('DATABASE_PORT', 5432),
        database: env('DATABASE_NAME', 'strapi'),
        user: env('DATABASE_USERNAME', 'strapi'),
        password: env('DATABASE_PASSWORD', 'strapi'),
        ssl: env.bool('DATABASE_SSL', false) && { rejectUnauthorized: env.bool('DATABASE_SSL_REJECT', true) },
        schema: env('DATABASE_SCHEMA', 'public'),
      },
      pool: { min: env.int('DATABASE_POOL_MIN', 2), max: env.int('DATABASE_POOL_MAX', 12) },
    },
    sqlite: {
      connection: { filename: path.join(__dirname, '..', '..', env('DATABASE_FILENAME', '.tmp/site.db')) },
      useNullAsDefault: true,
    },
  };
  return { connection: { client, ...connections[client], acquireConnectionTimeout: 60000 } };
};
`

describe('the database', () => {
  test("is that of Strapi's TypeScript template, whose paths count from dist", async () => {
    await write('config/database.ts', TEMPLATE)
    const { config, taken, warnings } = await load()
    expect(config.database).toEqual({ client: 'sqlite', filename: join(folder, '.tmp/site.db') })
    expect({ taken, warnings }).toEqual({
      taken: [`From config/database.ts: database.client sqlite, database.filename ${join(folder, '.tmp/site.db')}`],
      warnings: [],
    })
    const postgres = { DATABASE_CLIENT: 'postgres', DATABASE_HOST: 'db', DATABASE_PASSWORD: 'p@ss', TZ: 'UTC' }
    expect((await load(postgres)).config.database).toEqual({
      client: 'postgres',
      url: 'postgres://strapi:p%40ss@db:5432/strapi',
      pool: 12,
      ssl: false,
      schema: 'public',
      timezone: 'UTC',
    })
  })

  test('has variables of its own, and others do not matter', async () => {
    await write(
      'config/database.js',
      `const { parse } = require('pg-connection-string')
       module.exports = ({ env }) => {
         const { host, port, database, user, password } = parse(env('MY_DB'))
         return { connection: { client: 'postgres', connection: { host, port, database, user, password, ssl: { ca: 'x' } } } }
       }`,
    )
    await write('.env', 'MY_DB=postgres://me:pw@right:6000/site\nDATABASE_URL=postgres://wrong/other\n')
    expect((await load({ DATABASE_HOST: 'wrong' })).config.database).toMatchObject({
      url: 'postgres://me:pw@right:6000/site',
      ssl: true,
    })
  })

  test('of another environment is merged over the common one', async () => {
    await write(
      'config/database.js',
      `module.exports = { connection: { client: 'sqlite', connection: { filename: 'a.db' } } }`,
    )
    await write(
      'config/env/production/database.js',
      `module.exports = { connection: { connection: { filename: 'b.db' } } }`,
    )
    expect((await load()).config.database).toMatchObject({ filename: join(folder, 'a.db') })
    expect((await load({ NODE_ENV: 'production' })).config.database).toMatchObject({ filename: join(folder, 'b.db') })
  })

  test('in MySQL is refused with what to do, unless another one is named', async () => {
    await write('config/database.ts', TEMPLATE)
    const mysql = { DATABASE_CLIENT: 'mysql', DATABASE_HOST: 'db' }
    await expect(load(mysql)).rejects.toThrow(
      [
        'This project uses mysql (config/database.ts: connection.client), which cannot be opened',
        'copy it to SQLite or PostgreSQL: populus adopt --from mysql://user:PASSWORD@db:3306/name --database sqlite:.tmp/data.db',
        'then start with: populus start --database sqlite:.tmp/data.db',
      ].join('\n  - '),
    )
    expect((await load(mysql, 'sqlite:copy.db')).config.database).toMatchObject({ filename: join(folder, 'copy.db') })
  })

  test('that cannot be found out is refused, not guessed', async () => {
    await write('config/database.js', `const secrets = require('vault')\nmodule.exports = secrets.database()`)
    await expect(load()).rejects.toThrow(
      [
        'config/database.js cannot be run, so it is not known which database the project uses',
        "Cannot find module 'vault'",
      ].join('\n  - '),
    )
    await write('config/database.js', 'module.exports = () => new Promise(() => {})\nprocess.exit(0)')
    await expect(load()).rejects.toThrow('it ended the process that ran it')
    await write('config/database.js', `module.exports = { connection: { client: 'oracledb', connection: {} } }`)
    await expect(load()).rejects.toThrow('config/database.js: connection.client: expected "sqlite" or "postgres", got')
  })
})

test('settings of the server, the users, mail, origins and bodies', async () => {
  await write(
    'config/server.js',
    `module.exports = ({ env }) => ({ host: env('HOST', '0.0.0.0'), port: env.int('PORT', 1440), url: 'https://cms.example.org', app: { keys: env.array('APP_KEYS') } })`,
  )
  await write(
    'config/admin.ts',
    `export default ({ env }) => ({ auth: { secret: env('MY_ADMIN') }, apiToken: { salt: env('MY_SALT') } })`,
  )
  await write(
    'config/plugins.js',
    `module.exports = ({ env }) => ({
      'users-permissions': { config: { jwtSecret: env('MY_JWT'), jwt: { expiresIn: '7d' }, register: { allowedFields: ['nick'] } } },
      email: { config: { provider: 'nodemailer', providerOptions: { host: 'mail', port: '465', auth: { user: 'u', pass: 'p' } }, settings: { defaultFrom: 'a@b.c', defaultReplyTo: 'd@e.f' } } },
      i18n: true,
    })`,
  )
  await write(
    'config/middlewares.js',
    `module.exports = ['strapi::errors',
      { name: 'strapi::cors', config: { origin: ['https://a.example', 'https://b.example'], headers: '*' } },
      { name: 'strapi::body', config: { jsonLimit: '10mb' } }]`,
  )
  const { config, warnings, taken } = await load({ MY_ADMIN: 'admin', MY_SALT: 'salt', MY_JWT: 'jwt', PORT: '1441' })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 1441,
    server: { url: 'https://cms.example.org' },
    secrets: { admin: 'admin', apiTokenSalt: 'salt', jwt: 'jwt' },
    users: { tokenLifetime: 604_800, registerFields: ['nick'] },
    email: { from: 'a@b.c', replyTo: 'd@e.f', smtp: { host: 'mail', port: 465, username: 'u', password: 'p' } },
    cors: { origin: ['https://a.example', 'https://b.example'] },
    limits: { bodySize: 10 * 1024 * 1024 },
  })
  expect(warnings).toEqual([])
  expect(taken.join('\n')).toContain('From config/server.js: host 0.0.0.0, port 1441, server.url')
  expect(taken.join('\n')).not.toMatch(/salt\b.*salt|"p"|jwt jwt/)
})

test('what cannot be used is said', async () => {
  await write('config/plugins.js', `module.exports = { email: { config: { provider: 'sendgrid' } } }`)
  await write(
    'config/middlewares.js',
    `module.exports = [{ name: 'strapi::cors', config: { origin: () => true } }, { name: 'strapi::body', config: { jsonLimit: 'huge' } }]`,
  )
  expect((await load()).warnings).toEqual([
    'config/middlewares.js: [0].config.origin is not a plain value and is ignored',
    'config/plugins.js: the e-mail provider sendgrid is not supported; set SMTP_URL to send mail',
    'config/middlewares.js: the limit "huge" of strapi::body is not understood',
  ])
})

describe('plugins that are built in', () => {
  const plugins = (config: string) => write('config/plugins.js', `module.exports = { ${config} }`)
  const packages = (...names: string[]) => {
    const dependencies = Object.fromEntries(['@strapi/strapi', ...names].map(name => [name, '4.0.0']))
    return write('package.json', JSON.stringify({ dependencies }))
  }
  const settings = async () => {
    const { config } = await load({}, 'sqlite::memory:')
    return [config.api.populateDeep, config.limits.populateNodes, config.adopt.transformer]
  }

  test('populate-deep counts where it is installed and switched on', async () => {
    expect(await settings()).toEqual([0, 200, null])
    await packages('strapi-plugin-populate-deep')
    expect(await settings()).toEqual([5, 2000, null])
    await plugins(`'strapi-plugin-populate-deep': { config: { defaultDepth: 3 } }`)
    expect(await settings()).toEqual([3, 2000, null])
    await plugins(`'strapi-plugin-populate-deep': { enabled: false }`)
    expect(await settings()).toEqual([0, 200, null])
  })

  test('the rules of populate-deep are those of the version in package.json', async () => {
    const versionOf = async (range: string) => {
      const dependencies = { '@strapi/strapi': '4.26.2', 'strapi-plugin-populate-deep': range }
      await write('package.json', JSON.stringify({ dependencies }))
      return (await load({}, 'sqlite::memory:')).config.api.populateDeepVersion
    }
    expect([await versionOf('^2.0.0'), await versionOf('0.1.2'), await versionOf('~1.1')]).toEqual([2, 0, 1])
    expect([await versionOf('latest'), await versionOf('^3.0.1'), await versionOf('4.0.0')]).toEqual([3, 3, 3])
  })

  test('the options of transformer are taken; what is not covered stops the start', async () => {
    await packages('strapi-plugin-transformer')
    const responses = 'responseTransforms: { removeAttributesKey: true }'
    await plugins(`transformer: { config: { ${responses} } }`)
    const transformer = {
      removeAttributesKey: true,
      removeDataKey: false,
      wrapBodyWithDataKey: false,
      mode: 'none',
      uids: {},
    }
    expect(await settings()).toEqual([0, 200, transformer])
    await plugins(`transformer: { config: { ${responses}, hooks: { preResponseTransform: ctx => ctx } } }`)
    await expect(settings()).rejects.toMatchObject({
      message: expect.stringContaining('strapi-plugin-transformer has options that Populus does not have'),
      problems: [
        'config/plugins.js: transformer.config.hooks.preResponseTransform is code that changes answers; it is not run',
        'remove these options, or switch the plugin off with "enabled": false',
      ],
    })
    await plugins(
      `transformer: { enabled: false, config: { ${responses}, hooks: { preResponseTransform: ctx => ctx } } }`,
    )
    expect(await settings()).toEqual([0, 200, null])
  })

  test('the options of slugify are taken; what is not covered stops the start', async () => {
    const slugify = async () => (await load({}, 'sqlite::memory:')).config.adopt.slugify
    const article = `article: { field: 'slug', references: ['title'] }`
    await plugins(`slugify: { config: { contentTypes: { ${article} } } }`)
    expect(await slugify()).toBe(null)
    await packages('strapi-plugin-slugify')
    const defaults = { slugifyOptions: {}, shouldUpdateSlug: false, skipUndefinedReferences: false }
    const contentTypes = { article: { field: 'slug', references: ['title'] } }
    expect(await slugify()).toEqual({ ...defaults, contentTypes })
    await plugins('')
    expect(await slugify()).toEqual({ ...defaults, contentTypes: {} })
    const options = `slugifyWithCount: true, contentTypes: { ${article}, note: { field: 'slug', references: 'id' } }`
    await plugins(`slugify: { config: { ${options} } }`)
    await expect(slugify()).rejects.toMatchObject({
      message: expect.stringContaining('strapi-plugin-slugify has options that Populus does not have'),
      problems: [
        'config/plugins.js: slugify.config.slugifyWithCount: slugs are not counted',
        'config/plugins.js: slugify.config.contentTypes.note.references: slugs are not made from ids',
        'remove these options, or switch the plugin off with "enabled": false',
      ],
    })
    await plugins(`slugify: { enabled: false, config: { ${options} } }`)
    expect(await slugify()).toBe(null)
  })
})

describe('config/api of a Strapi v4 project', () => {
  const api = async (files: Readonly<Record<string, string>>, env = {}) => {
    for (const [path, text] of Object.entries(files)) await write(path, text)
    const { config, warnings } = await load(env)
    return { ...config.api, warnings }
  }

  test('gives its values', async () => {
    const file = "module.exports = { rest: { prefix: '/v1', defaultLimit: 5, maxLimit: 9, withCount: false } };"
    const expected = { prefix: '/v1', defaultLimit: 5, maxLimit: 9, withCount: false, warnings: [] }
    expect(await api({ 'config/api.js': file })).toMatchObject(expected)
  })

  test('may be TypeScript that asks for variables, with an own file for each environment', async () => {
    const files = {
      'config/api.ts':
        "export default ({ env }) => ({ rest: { maxLimit: env.int('MAX', 7) }, responses: { privateAttributes: ['a'] } })",
      'config/env/production/api.ts': 'export default { rest: { defaultLimit: 3 } }',
    }
    const expected = { maxLimit: 8, defaultLimit: 3, privateAttributes: ['a'], warnings: [] }
    expect(await api(files, { MAX: '8', NODE_ENV: 'production' })).toMatchObject(expected)
  })

  test('that cannot be understood is passed over with a warning', async () => {
    const { maxLimit, warnings } = await api({ 'config/api.js': "const x = require('x')\nmodule.exports = x" })
    expect(maxLimit).toBe(100)
    expect(warnings).toEqual([
      "config/api.js cannot be run (Cannot find module 'x'); put its settings into populus.config.json",
    ])
  })

  test('may have a value that we do not accept: the rest counts', async () => {
    const { maxLimit, defaultLimit, warnings } = await api({
      'config/api.js': 'module.exports = { rest: { maxLimit: -1, defaultLimit: 4 } }',
    })
    expect([maxLimit, defaultLimit]).toEqual([100, 4])
    expect(warnings).toEqual(['config/api.js, ignored: rest.maxLimit: expected a whole number of at least 1, got -1'])
  })

  test('is not looked at in other projects', async () => {
    const files = { 'package.json': '{}', 'config/api.js': 'module.exports = { rest: { maxLimit: 5 } }' }
    expect((await api(files)).maxLimit).toBe(100)
  })
})
