/** From a received file to everything that will be stored: checked, named, and with its formats made. Stores nothing. */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageVariant, ImageWishes, Placeholder, ProcessedImage } from '../images/image-values.ts'
import type { MediaContext } from '../media-context.ts'
import type { MediaObject } from '../providers/provider.ts'
import { loadLibrarySettings } from '../settings/library-settings.ts'
import type { DetectedType } from '../types/type-values.ts'
import { checkInfo } from './check-info.ts'
import { shownName, storedName } from './file-name.ts'
import type { FileInfo, ReceivedFile } from './received-file.ts'
import type { Workspace } from './workspaces.ts'

/** Bytes that are ready to be stored. */
export interface PreparedObject {
  readonly object: MediaObject
  /** Where they are until then. */
  readonly path: string
}

export interface PreparedVariant extends PreparedObject {
  /** The key in `formats`. */
  readonly key: string
  readonly width: number
  readonly height: number
}

export interface PreparedFile extends PreparedObject {
  readonly info: FileInfo
  readonly width: number | null
  readonly height: number | null
  readonly variants: readonly PreparedVariant[]
  readonly placeholder: Placeholder | null
}

export interface PrepareOptions {
  readonly info: FileInfo
  /** A folder of the provider. */
  readonly path: string | null
  /** Throws if a file of this type cannot be where it should go. */
  readonly accept?: ((mime: string, name: string) => void) | undefined
  /** The stored name of the file that it replaces. */
  readonly stored?: { readonly hash: string; readonly ext: string } | undefined
}

export async function prepareFile(
  context: MediaContext,
  workspace: Workspace,
  received: ReceivedFile,
  { info, path, accept, stored }: PrepareOptions,
): Promise<PreparedFile> {
  checkInfo(context.content, info)
  const name = shownName(received.name, info.name)
  const detected = await context.work.accept(received.path, received, context.settings)
  accept?.(detected.mime, name)
  const image = await processed(context, workspace, received, detected)
  const { hash, ext } = stored ?? { hash: storedName(name, received.name), ext: detected.ext }
  const source = image?.main?.path ?? received.path
  const main: MediaObject = { hash, ext, mime: detected.mime, size: (await stat(source)).size, path, name }
  return Object.freeze({
    object: main,
    path: source,
    info,
    width: image?.width ?? null,
    height: image?.height ?? null,
    variants: Object.freeze((image?.variants ?? []).map(variant => preparedVariant(main, variant))),
    placeholder: image?.placeholder ?? null,
  })
}

/** `undefined` for anything but images. */
async function processed(
  context: MediaContext,
  workspace: Workspace,
  { path }: ReceivedFile,
  { image, mime }: DetectedType,
): Promise<ProcessedImage | undefined> {
  if (!image) return undefined
  const folder = join(workspace.folder, `${Math.random().toString(36).slice(2)}.formats`)
  await mkdir(folder)
  return context.work.process(path, folder, await imageWishes(context, mime))
}

/** What is made of an image, by the settings of the server and those of the library. */
export async function imageWishes(context: MediaContext, type: string): Promise<ImageWishes> {
  const { content, settings } = context
  const { sizeOptimization, responsiveDimensions, autoOrientation } = await loadLibrarySettings(context)
  return {
    type,
    breakpoints: settings.breakpoints,
    responsive: responsiveDimensions,
    optimize: sizeOptimization,
    autoOrientation,
    extraFormats: settings.formats,
    placeholder: settings.placeholder ?? content.dialect.placeholders,
  }
}

export function preparedVariant(main: MediaObject, { key, file }: ImageVariant): PreparedVariant {
  const object = {
    ...main,
    name: `${key}_${main.name}`,
    hash: `${key}_${main.hash}`,
    ext: file.ext ?? main.ext,
    mime: file.mime,
    size: file.size,
  }
  return Object.freeze({ key, object, path: file.path, width: file.width, height: file.height })
}
