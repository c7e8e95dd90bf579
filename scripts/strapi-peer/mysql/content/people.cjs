// Who may do what: roles with rights, users, API tokens with known keys, an administrator.
const READ = ['find', 'findOne']
const SINGLE = ['homepage', 'setting']
const TYPES = ['article', 'author', 'team', 'tag', 'category', 'comment', 'page', 'bundle', 'pin', 'empty', ...SINGLE]
const PASSWORD = 'Password1'

exports.makePeople = async strapi => {
  const roles = strapi.query('plugin::users-permissions.role')
  const visitor = await roles.findOne({ where: { type: 'public' } })
  const member = await roles.findOne({ where: { type: 'authenticated' } })
  for (const type of TYPES) {
    for (const action of SINGLE.includes(type) ? ['find'] : READ) {
      await grant(strapi, member, `api::${type}.${type}.${action}`)
      // The public role may find pages, and not read one by its id.
      if (`${type}.${action}` !== 'page.findOne') await grant(strapi, visitor, `api::${type}.${type}.${action}`)
    }
  }
  for (const action of READ) await grant(strapi, member, `api::secret.secret.${action}`)
  for (const action of ['create', 'update', 'delete']) await grant(strapi, member, `api::comment.comment.${action}`)
  const editor = await makeEditorRole(strapi)
  await makeTokens(strapi)
  await makeAdministrator(strapi)
  return makeUsers(strapi, { member: member.id, editor })
}

async function grant(strapi, role, action) {
  const permissions = strapi.query('plugin::users-permissions.permission')
  const known = await permissions.findOne({ where: { action, role: role.id } })
  if (known === null) await permissions.create({ data: { action, role: role.id } })
}

/** A role as the panel makes it. */
async function makeEditorRole(strapi) {
  const enabled = { enabled: true, policy: '' }
  await strapi
    .plugin('users-permissions')
    .service('role')
    .createRole({
      name: 'Editor of secrets',
      description: 'Änderungen — 秘密',
      permissions: {
        'api::secret': { controllers: { secret: { find: enabled, findOne: enabled, create: enabled } } },
        'plugin::users-permissions': { controllers: { user: { me: enabled, find: enabled } } },
        'plugin::upload': { controllers: { 'content-api': { find: enabled, findOne: enabled } } },
      },
      users: [],
    })
  const role = await strapi.query('plugin::users-permissions.role').findOne({ where: { name: 'Editor of secrets' } })
  return role.id
}

async function makeUsers(strapi, { member, editor }) {
  const users = []
  for (const [username, role, more] of [
    ['alice', member, {}],
    ['bob', member, { blocked: true }],
    ['Zoë', editor, {}],
    ['carol', member, { confirmed: false, confirmationToken: 'a-token' }],
  ]) {
    const email = `${username.toLowerCase()}@example.test`
    const given = { username, email, password: PASSWORD, provider: 'local', confirmed: true, blocked: false, role }
    users.push(
      await strapi
        .plugin('users-permissions')
        .service('user')
        .add({ ...given, ...more }),
    )
  }
  return users.map(user => user.id)
}

async function makeTokens(strapi) {
  const tokens = strapi.service('admin::api-token')
  const custom = ['api::article.article.find', 'api::author.author.find', 'api::comment.comment.create']
  for (const [name, type, key, permissions] of [
    ['read', 'read-only', 'oracle-token-read-only'],
    ['full', 'full-access', 'oracle-token-full-access'],
    ['custom', 'custom', 'oracle-token-custom', custom],
    ['expired', 'read-only', 'oracle-token-expired'],
  ]) {
    const { id } = await tokens.create({ name, description: '', type, lifespan: null, permissions })
    const past = name === 'expired' ? { expires_at: new Date('2023-01-01T00:00:00Z'), lifespan: 604_800_000 } : {}
    await strapi.db
      .connection('strapi_api_tokens')
      .where({ id })
      .update({ access_key: tokens.hash(key), ...past })
  }
}

async function makeAdministrator(strapi) {
  const { id } = await strapi.service('admin::role').getSuperAdmin()
  await strapi.service('admin::user').create({
    firstname: 'Ada',
    lastname: 'Admin',
    email: 'ada@example.test',
    password: PASSWORD,
    isActive: true,
    roles: [id],
  })
}
