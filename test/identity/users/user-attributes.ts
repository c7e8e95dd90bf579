/** The attributes that Strapi writes into the schema file of an extended user type. */
export const USER_ATTRIBUTES = {
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
