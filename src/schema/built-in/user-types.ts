/** Content types of Strapi 4.26.2: end users, their roles and permissions. Same attributes as in Strapi, without system attributes. */
import { type BuiltInType, HIDDEN } from './built-in-type.ts'

export const USER_TYPES: readonly BuiltInType[] = [
  {
    uid: 'plugin::users-permissions.permission',
    content: {
      collectionName: 'up_permissions',
      info: { singularName: 'permission', pluralName: 'permissions', displayName: 'Permission' },
      options: {},
      pluginOptions: HIDDEN,
      attributes: {
        action: { type: 'string', required: true, configurable: false },
        role: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'plugin::users-permissions.role',
          inversedBy: 'permissions',
          configurable: false,
        },
      },
    },
  },
  {
    uid: 'plugin::users-permissions.role',
    content: {
      collectionName: 'up_roles',
      info: { singularName: 'role', pluralName: 'roles', displayName: 'Role' },
      options: {},
      pluginOptions: HIDDEN,
      attributes: {
        name: { type: 'string', minLength: 3, required: true, configurable: false },
        description: { type: 'string', configurable: false },
        type: { type: 'string', unique: true, configurable: false },
        permissions: {
          type: 'relation',
          relation: 'oneToMany',
          target: 'plugin::users-permissions.permission',
          mappedBy: 'role',
          configurable: false,
        },
        users: {
          type: 'relation',
          relation: 'oneToMany',
          target: 'plugin::users-permissions.user',
          mappedBy: 'role',
          configurable: false,
        },
      },
    },
  },
  {
    uid: 'plugin::users-permissions.user',
    content: {
      collectionName: 'up_users',
      info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
      options: { draftAndPublish: false, timestamps: true },
      attributes: {
        username: { type: 'string', minLength: 3, unique: true, configurable: false, required: true },
        email: { type: 'email', minLength: 6, configurable: false, required: true },
        provider: { type: 'string', configurable: false },
        password: { type: 'password', minLength: 6, configurable: false, private: true, searchable: false },
        resetPasswordToken: { type: 'string', configurable: false, private: true, searchable: false },
        confirmationToken: { type: 'string', configurable: false, private: true, searchable: false },
        confirmed: { type: 'boolean', default: false, configurable: false },
        blocked: { type: 'boolean', default: false, configurable: false },
        role: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'plugin::users-permissions.role',
          inversedBy: 'users',
          configurable: false,
        },
      },
    },
  },
]
