/** `Loose` is for files that touch the objects of a project's own code. Everywhere else, types say what a value is. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../../src/strapi')

/** Each with the objects that it touches. */
const ALLOWED: Readonly<Record<string, string>> = {
  'run/strapi-types.ts': 'what `strapi` gives: controllers, services, policies',
  'run/strapi-object.ts': '`strapi` itself',
  'run/extensions/apply-extension.ts': 'a plug-in that an extension has changed',
  'run/load/provided-modules.ts': 'members of installed packages',
  'run/requests/core-controller.ts': 'controllers whose methods a project replaces',
  'run/requests/core-service.ts': 'services whose methods a project replaces',
  'run/requests/factories.ts': 'what controllers, services and routes of a project are made from',
}

test('untyped objects stay in the files that touch code of a project', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && /\bLoose\b/.test(readFileSync(join(src, file), 'utf8')),
  )
  expect(files.sort()).toEqual(Object.keys(ALLOWED).sort())
})
