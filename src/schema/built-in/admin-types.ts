/** Content types of Strapi 4.26.2: administrators and the tokens they issue. Same attributes as in Strapi, without system attributes. */
import { type BuiltInType, HIDDEN } from './built-in-type.ts'

/** Tokens of the API and of transfers begin and end alike. */
const TOKEN_NAME = {
  name: { type: 'string', minLength: 1, configurable: false, required: true, unique: true },
  description: { type: 'string', minLength: 1, configurable: false, required: false, default: '' },
} as const

const tokenUse = (target: string) => ({
  lastUsedAt: { type: 'datetime', configurable: false, required: false },
  permissions: {
    type: 'relation',
    target,
    relation: 'oneToMany',
    mappedBy: 'token',
    configurable: false,
    required: false,
  },
  expiresAt: { type: 'datetime', configurable: false, required: false },
  lifespan: { type: 'biginteger', configurable: false, required: false },
})

export const ADMIN_TYPES: readonly BuiltInType[] = [
  {
    uid: 'admin::permission',
    content: {
      collectionName: 'admin_permissions',
      info: { singularName: 'permission', pluralName: 'permissions', displayName: 'Permission' },
      options: {},
      pluginOptions: HIDDEN,
      attributes: {
        action: { type: 'string', minLength: 1, configurable: false, required: true },
        actionParameters: { type: 'json', configurable: false, required: false, default: {} },
        subject: { type: 'string', minLength: 1, configurable: false, required: false },
        properties: { type: 'json', configurable: false, required: false, default: {} },
        conditions: { type: 'json', configurable: false, required: false, default: [] },
        role: {
          configurable: false,
          type: 'relation',
          relation: 'manyToOne',
          inversedBy: 'permissions',
          target: 'admin::role',
        },
      },
    },
  },
  {
    uid: 'admin::user',
    content: {
      collectionName: 'admin_users',
      info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
      options: {},
      pluginOptions: HIDDEN,
      attributes: {
        firstname: { type: 'string', unique: false, minLength: 1, configurable: false, required: false },
        lastname: { type: 'string', unique: false, minLength: 1, configurable: false, required: false },
        username: { type: 'string', unique: false, configurable: false, required: false },
        email: { type: 'email', minLength: 6, configurable: false, required: true, unique: true, private: true },
        password: {
          type: 'password',
          minLength: 6,
          configurable: false,
          required: false,
          private: true,
          searchable: false,
        },
        resetPasswordToken: { type: 'string', configurable: false, private: true, searchable: false },
        registrationToken: { type: 'string', configurable: false, private: true, searchable: false },
        isActive: { type: 'boolean', default: false, configurable: false, private: true },
        roles: {
          configurable: false,
          private: true,
          type: 'relation',
          relation: 'manyToMany',
          inversedBy: 'users',
          target: 'admin::role',
          collectionName: 'strapi_users_roles',
        },
        blocked: { type: 'boolean', default: false, configurable: false, private: true },
        preferedLanguage: { type: 'string', configurable: false, required: false, searchable: false },
      },
    },
  },
  {
    uid: 'admin::role',
    content: {
      collectionName: 'admin_roles',
      info: { singularName: 'role', pluralName: 'roles', displayName: 'Role' },
      options: {},
      pluginOptions: HIDDEN,
      attributes: {
        name: { type: 'string', minLength: 1, unique: true, configurable: false, required: true },
        code: { type: 'string', minLength: 1, unique: true, configurable: false, required: true },
        description: { type: 'string', configurable: false },
        users: {
          configurable: false,
          type: 'relation',
          relation: 'manyToMany',
          mappedBy: 'roles',
          target: 'admin::user',
        },
        permissions: {
          configurable: false,
          type: 'relation',
          relation: 'oneToMany',
          mappedBy: 'role',
          target: 'admin::permission',
        },
      },
    },
  },
  {
    uid: 'admin::api-token',
    content: {
      collectionName: 'strapi_api_tokens',
      info: { singularName: 'api-token', pluralName: 'api-tokens', displayName: 'Api Token' },
      options: {},
      pluginOptions: HIDDEN,
      attributes: {
        ...TOKEN_NAME,
        type: {
          type: 'enumeration',
          enum: ['read-only', 'full-access', 'custom'],
          configurable: false,
          required: true,
          default: 'read-only',
        },
        accessKey: { type: 'string', minLength: 1, configurable: false, required: true, searchable: false },
        ...tokenUse('admin::api-token-permission'),
      },
    },
  },
  {
    uid: 'admin::api-token-permission',
    content: {
      collectionName: 'strapi_api_token_permissions',
      info: {
        singularName: 'api-token-permission',
        pluralName: 'api-token-permissions',
        displayName: 'API Token Permission',
      },
      options: {},
      pluginOptions: HIDDEN,
      attributes: {
        action: { type: 'string', minLength: 1, configurable: false, required: true },
        token: {
          configurable: false,
          type: 'relation',
          relation: 'manyToOne',
          inversedBy: 'permissions',
          target: 'admin::api-token',
        },
      },
    },
  },
  {
    uid: 'admin::transfer-token',
    content: {
      collectionName: 'strapi_transfer_tokens',
      info: { singularName: 'transfer-token', pluralName: 'transfer-tokens', displayName: 'Transfer Token' },
      options: {},
      pluginOptions: HIDDEN,
      attributes: {
        ...TOKEN_NAME,
        accessKey: { type: 'string', minLength: 1, configurable: false, required: true },
        ...tokenUse('admin::transfer-token-permission'),
      },
    },
  },
  {
    uid: 'admin::transfer-token-permission',
    content: {
      collectionName: 'strapi_transfer_token_permissions',
      info: {
        singularName: 'transfer-token-permission',
        pluralName: 'transfer-token-permissions',
        displayName: 'Transfer Token Permission',
      },
      options: {},
      pluginOptions: HIDDEN,
      attributes: {
        action: { type: 'string', minLength: 1, configurable: false, required: true },
        token: {
          configurable: false,
          type: 'relation',
          relation: 'manyToOne',
          inversedBy: 'permissions',
          target: 'admin::transfer-token',
        },
      },
    },
  },
]
