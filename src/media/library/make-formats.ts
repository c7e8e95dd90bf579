/** Makes the formats that an image should have and its row lacks: after a change of the breakpoints, or after an import. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeInScope } from '../../content/write/run-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import { readFileRow, updateFile } from '../files/file-rows.ts'
import { objectsOf, type StoredFile } from '../files/file-values.ts'
import type { MediaContext } from '../media-context.ts'
import { whileUnchanged } from '../upload/open-for-file.ts'
import { formatJson } from '../upload/place-files.ts'
import { imageWishes, type PreparedVariant, preparedVariant } from '../upload/prepare-file.ts'
import { countFiles, eachFile } from './each-file.ts'

export interface FormatsReport {
  /** Images that got formats. */
  readonly images: number
  /** Formats that were made. */
  readonly formats: number
  readonly failed: readonly { readonly file: number; readonly name: string; readonly reason: string }[]
}

export interface FormatsOptions {
  /** Formats to make again although their rows have them, by file: their objects are missing. */
  readonly again?: ReadonlyMap<number, ReadonlySet<string>>
  /** Make no others than those. */
  readonly only?: boolean
  readonly progress?: (done: number, total: number) => void
}

export async function makeFormats(context: MediaContext, options: FormatsOptions = {}): Promise<FormatsReport> {
  const total = await countFiles(context)
  const failed: FormatsReport['failed'][number][] = []
  let [images, formats, done] = [0, 0, 0]
  for await (const file of eachFile(context)) {
    const again = options.again?.get(file.id) ?? new Set<string>()
    if (again.size > 0 || (options.only !== true && mayLackFormats(context, file))) {
      const made = await whileUnchanged(context, file.id, () => formatsOf(context, file, again)).catch(
        (error: unknown) => {
          if (!(error instanceof PopulusError)) throw error
          failed.push({ file: file.id, name: file.name, reason: error.message })
          return 0
        },
      )
      formats += made
      if (made > 0) images += 1
    }
    done += 1
    options.progress?.(done, total)
  }
  return { images, formats, failed }
}

/** Strapi's thumbnail. */
const THUMBNAIL = { width: 245, height: 156 }

/** Decides by the row alone, so that most images need not be read. */
function mayLackFormats({ settings }: MediaContext, { mime, width, height, formats }: StoredFile): boolean {
  if (!mime.startsWith('image/') || mime.startsWith('image/svg') || width === null || height === null) return false
  const has = (name: string): boolean => formats !== null && Object.hasOwn(formats, name)
  const longer = Math.max(width, height)
  if ((width > THUMBNAIL.width || height > THUMBNAIL.height) && !has('thumbnail')) return true
  return Object.entries(settings.breakpoints).some(([name, size]) => size < longer && !has(name))
}

/** Returns how many were made. */
async function formatsOf(context: MediaContext, file: StoredFile, again: ReadonlySet<string>): Promise<number> {
  const provider = context.providerOf(file.provider)
  const [main] = objectsOf(file)
  if (main === undefined) return 0
  const workspace = await context.workspaces.open()
  try {
    const path = join(workspace.folder, 'source')
    const folder = join(workspace.folder, 'formats')
    await mkdir(folder)
    await pipeline(await provider.read(main), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    const { mime, image } = await context.work.detect(path, { name: file.name, mime: file.mime })
    if (!image) return 0
    const { variants } = await context.work.process(path, folder, await imageWishes(context, mime))
    const object = { ...main, size: 0, name: file.name }
    const lacking = variants
      .filter(({ key }) => again.has(key) || !Object.hasOwn(file.formats ?? {}, key))
      .map(variant => preparedVariant(object, variant))
    const made: (readonly [string, JsonObject])[] = []
    for (const variant of lacking) made.push([variant.key, await stored(context, file, variant)])
    if (made.length > 0) await addFormats(context, file, Object.fromEntries(made))
    return made.length
  } finally {
    await workspace.remove()
  }
}

async function stored(context: MediaContext, { provider }: StoredFile, variant: PreparedVariant): Promise<JsonObject> {
  const placed = await context.providerOf(provider).put(variant.object, createReadStream(variant.path))
  return formatJson(variant, placed)
}

/** If somebody has replaced the file in the meantime, the replacement has formats of its own. */
async function addFormats({ content }: MediaContext, file: StoredFile, made: JsonObject): Promise<void> {
  await writeInScope(content, null, async scope => {
    const now = await readFileRow(scope, file.id)
    if (now === null || now.url !== file.url || now.size !== file.size) return
    await updateFile(scope, file.id, { formats: { ...now.formats, ...made } }, { now: content.clock() })
  })
}
