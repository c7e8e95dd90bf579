/** The name and the logo that the panel shows for a project. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Init } from '../../admin-api/session-api.ts'
import type { ProjectSettings } from '../../admin-api/settings/project-api.ts'
import { badInput, checkInput, text } from '../../input/check-input.ts'
import { isObject } from '../../schema/json-value.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { deleteCoreStore, readCoreStore, setCoreStore } from '../../tables/core-store.ts'
import type { ManagementContext } from '../management-context.ts'

export interface Logo {
  readonly mime: string
  readonly bytes: Buffer
}

/** Looks at the bytes; refuses what is not an image for the panel. */
export type AcceptLogo = ((bytes: Buffer) => Promise<Logo>) & { readonly mostBytes: number }

/** `{ name, logo: '<version>' }` */
const KEY = 'populus_project'
/** `{ mime, data: '<base64>' }`, apart because it is long and seldom read. */
const LOGO_KEY = 'populus_logo'
/** Where Strapi keeps the logos that were chosen in its panel. */
const STRAPI_KEY = 'core_admin_project-settings'

const INPUT = z.strictObject({
  name: text(60).nullable().optional(),
  logo: z.string({ error: 'expected an image as base64' }).nullable().optional(),
})

interface StoredProject {
  readonly name: string | null
  /** Changes with the logo; `null` if there is none. */
  readonly logo: string | null
}

/** What the panel shows in place of our own name and logo. */
export async function loadBrand(context: ManagementContext): Promise<Init['brand']> {
  const { name, logo } = await loadStored(context)
  return { name, logo: await logoAddress(context, logo) }
}

export async function loadProject(context: ManagementContext, logoLimit: number): Promise<ProjectSettings> {
  return settingsOf(context, await loadStored(context), logoLimit)
}

export async function changeProject(
  context: ManagementContext,
  body: unknown,
  acceptLogo: AcceptLogo,
): Promise<ProjectSettings> {
  const { name, logo: given } = checkInput(INPUT, body)
  const logo = typeof given === 'string' ? await acceptLogo(bytesIn(given)) : given
  const stored = await changeAlone(context.database, KEY, async run => {
    const before = storedIn(await readCoreStore(run, KEY))
    if (logo === null) await deleteCoreStore(run, LOGO_KEY)
    if (logo) await setCoreStore(run, LOGO_KEY, { mime: logo.mime, data: logo.bytes.toString('base64') })
    const after: StoredProject = {
      name: name === undefined ? before.name : name,
      logo: logo === undefined ? before.logo : logo && versionOf(logo),
    }
    await setCoreStore(run, KEY, after)
    return after
  })
  return settingsOf(context, stored, acceptLogo.mostBytes)
}

/** The image itself. */
export async function loadLogo({ database }: ManagementContext): Promise<Logo | undefined> {
  const stored = await readCoreStore(readingFrom(database), LOGO_KEY)
  if (!isObject(stored) || typeof stored.mime !== 'string' || typeof stored.data !== 'string') return undefined
  return { mime: stored.mime, bytes: Buffer.from(stored.data, 'base64') }
}

async function settingsOf(
  context: ManagementContext,
  { name, logo }: StoredProject,
  logoLimit: number,
): Promise<ProjectSettings> {
  return { name, folderName: context.project.name, logo: await logoAddress(context, logo), logoLimit }
}

async function loadStored({ database }: ManagementContext): Promise<StoredProject> {
  return storedIn(await readCoreStore(readingFrom(database), KEY))
}

function storedIn(stored: unknown): StoredProject {
  const { name, logo } = isObject(stored) ? stored : {}
  return { name: typeof name === 'string' ? name : null, logo: typeof logo === 'string' ? logo : null }
}

/** A logo that was chosen in Strapi's panel stays until there is another one. */
async function logoAddress({ database }: ManagementContext, version: string | null): Promise<string | null> {
  if (version !== null) return `/admin/api/logo?v=${version}`
  const stored = await readCoreStore(readingFrom(database), STRAPI_KEY)
  const { menuLogo } = isObject(stored) ? stored : {}
  const { url } = isObject(menuLogo) ? menuLogo : {}
  return typeof url === 'string' && /^(\/|https:\/\/)/.test(url) ? url : null
}

function bytesIn(base64: string): Buffer {
  if (!/^[\w+/-]*={0,2}$/.test(base64)) throw badInput([{ path: ['logo'], message: 'expected an image as base64' }])
  return Buffer.from(base64, 'base64')
}

function versionOf({ bytes }: Logo): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
}
