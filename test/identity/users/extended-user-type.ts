/** The attributes that Strapi writes into the schema file of an extended user type. */
const USER_ATTRIBUTES = {
  username: { type: 'string', minLength: 3, unique: true, configurable: false, required: true },
  email: { type: 'email', minLength: 6, configurable: false, required: true },
  provider: { type: 'string', configurable: false },
  password: { type: 'password', minLength: 6, configurable: false, private: true },
  resetPasswordToken: { type: 'string', configurable: false, private: true },
  confirmationToken: { type: 'string', configurable: false, private: true },
  confirmed: { type: 'boolean', default: false, configurable: false },
  blocked: { type: 'boolean', default: false, configurable: false },
  role: {
    type: 'relation',
    relation: 'manyToOne',
    target: 'plugin::users-permissions.role',
    inversedBy: 'users',
    configurable: false,
  },
}

export const USER_SCHEMA_FILE = 'src/extensions/users-permissions/content-types/user/schema.json'

/** The schema file of a user type with more attributes. */
export function extendedUserType(attributes: Readonly<Record<string, unknown>>) {
  return {
    kind: 'collectionType',
    collectionName: 'up_users',
    info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
    options: { draftAndPublish: false },
    attributes: { ...USER_ATTRIBUTES, ...attributes },
  }
}
