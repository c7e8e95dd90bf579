/** Every command, with what `populus --help` says about it. Its code is loaded when it is used. */
import type { Command } from './command.ts'

const FOLDER = 'the project folder (default: the current one)'
const DATABASE = 'sqlite:PATH or postgres://user:password@host:5432/name'

export const COMMANDS: readonly Command[] = Object.freeze([
  {
    name: 'start',
    usage: 'start [folder]',
    summary: 'Serves the project in a folder.',
    positionals: [0, 1],
    flags: {
      port: 'the port to listen on; 0 takes a free one (default: 1337)',
      host: 'the address to listen on (default: 127.0.0.1)',
      database: DATABASE,
      dialect: 'document or strapi4: which reading of the wire format is served',
    },
    load: async () => (await import('./start.ts')).start,
  },
  {
    name: 'grant',
    usage: 'grant <role> <type>',
    summary: 'Lets a role read or change the entries of a content type.',
    positionals: [2, 2],
    flags: {
      actions: 'find, findOne, create, update, delete, with commas between them (default: find,findOne)',
      fields: 'the fields that may be read, with commas between them (default: all)',
      'filter-fields': 'those of them that may be filtered by (default: all that may be read)',
      'sort-fields': 'those of them that may be sorted by (default: all that may be read)',
      folder: FOLDER,
      database: DATABASE,
    },
    load: async () => (await import('./grant.ts')).grantCommand,
  },
  {
    name: 'revoke',
    usage: 'revoke <role> <type>',
    summary: 'Takes back what a role may do with a content type.',
    positionals: [2, 2],
    flags: {
      actions: 'the actions to take back, with commas between them (default: all)',
      fields: 'take back only these fields and leave the actions',
      'filter-fields': 'take back only filtering by these fields',
      'sort-fields': 'take back only sorting by these fields',
      folder: FOLDER,
      database: DATABASE,
    },
    load: async () => (await import('./revoke.ts')).revokeCommand,
  },
  {
    name: 'permissions',
    usage: 'permissions',
    summary: 'Lists what the roles may do.',
    positionals: [0, 0],
    flags: { role: 'only this role', folder: FOLDER, database: DATABASE },
    load: async () => (await import('./permissions.ts')).permissionsCommand,
  },
] satisfies readonly Command[])
