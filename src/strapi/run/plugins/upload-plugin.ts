/** `strapi.plugin('upload')`: stores files as uploads of clients are stored. */
import { checkAccepted } from '../../../media/files/allowed-types.ts'
import { linkFiles } from '../../../media/files/file-target.ts'
import { missingEntry, namedTarget } from '../../../media/files/named-target.ts'
import { changeInfo } from '../../../media/upload/change-info.ts'
import { deleteFile } from '../../../media/upload/delete-file.ts'
import { prepareFile } from '../../../media/upload/prepare-file.ts'
import type { FileInfo } from '../../../media/upload/received-file.ts'
import { uploadFiles } from '../../../media/upload/upload-files.ts'
import { SERVER_ACCESS } from '../../../plan/access.ts'
import { FILE_UID } from '../../../schema/schema.ts'
import { NotSupportedError, onlyMembers } from '../entities/not-supported.ts'
import { receivedFile } from '../entities/received-files.ts'
import { asStrapiErrors } from '../entities/strapi-error-of.ts'
import type { PluginParts, StrapiEntities, StrapiHost } from '../strapi-types.ts'

type Values = Readonly<Record<string, unknown>>

const NAME = `strapi.plugin('upload').service('upload')`

export interface UploadWish {
  readonly data?: {
    readonly fileInfo?: unknown
    readonly ref?: unknown
    readonly refId?: unknown
    readonly field?: unknown
  }
  readonly files: unknown
}

export function uploadPlugin(host: StrapiHost, { entityService, db, store }: StrapiEntities): PluginParts {
  const { media } = host
  const outside = (call: string) => {
    if (db.inTransaction()) throw new NotSupportedError(`${NAME}.${call} inside strapi.db.transaction`)
  }
  const service = {
    upload: async (wish: UploadWish): Promise<readonly unknown[]> => {
      outside('upload')
      return storeFiles(host, wish)
    },
    findOne: (id: unknown, populate?: unknown) => entityService.findOne(FILE_UID, id, { populate }),
    findMany: (params?: Values) => entityService.findMany(FILE_UID, params),
    findPage: (params?: Values) => entityService.findPage(FILE_UID, params),
    remove: async ({ id }: Values): Promise<unknown> => {
      outside('remove')
      return JSON.parse(await deleteFile(media, { id: String(id), access: SERVER_ACCESS }))
    },
    updateFileInfo: async (id: unknown, { name, alternativeText, caption, folder }: Values): Promise<unknown> => {
      outside('updateFileInfo')
      if (folder !== undefined) throw new NotSupportedError(`the option folder of ${NAME}.updateFileInfo`)
      const info = { name, alternativeText, caption } as FileInfo
      await changeInfo(media, { id: String(id), info, access: SERVER_ACCESS })
      return entityService.findOne(FILE_UID, id)
    },
    getSettings: () => store({ type: 'plugin', name: 'upload' }).get({ key: 'settings' }),
    setSettings: (value: unknown) => store({ type: 'plugin', name: 'upload' }).set({ key: 'settings', value }),
  }
  return {
    services: { upload: onlyMembers(asStrapiErrors(service), NAME) },
    config: { provider: media.provider.name, sizeLimit: media.settings.sizeLimit },
  }
}

/** All files or none. */
async function storeFiles({ media }: StrapiHost, { data = {}, files }: UploadWish): Promise<readonly unknown[]> {
  const received = [files].flat().map(file => receivedFile(file, `${NAME}.upload`))
  const infos = [data.fileInfo ?? {}].flat() as readonly FileInfo[]
  const { ref, refId, field } = data
  const isPlaced = Boolean(ref) && Boolean(refId) && Boolean(field)
  const place = { ref: String(ref), refId: String(refId), field: String(field) }
  const target = isPlaced ? namedTarget(media.content.schema, place) : undefined
  if (typeof target === 'string') throw new Error(`${NAME}.upload: ${target}`)
  const accept =
    target === undefined ? undefined : (mime: string, name: string) => checkAccepted(target.attribute, { name, mime })
  const workspace = await media.workspaces.open()
  try {
    const prepared = []
    for (const [index, file] of received.entries())
      prepared.push(await prepareFile(media, workspace, file, { info: infos[index] ?? {}, path: null, accept }))
    const texts = await uploadFiles(media, {
      files: prepared,
      access: SERVER_ACCESS,
      link: async (scope, ids) => {
        if (target === undefined) return
        const problem = await missingEntry(scope, target, { access: SERVER_ACCESS, dialect: media.content.dialect })
        if (problem !== undefined) throw new Error(`${NAME}.upload: ${problem}`)
        await linkFiles(scope, target, ids)
      },
    })
    return texts.map(text => JSON.parse(text))
  } finally {
    await workspace.remove()
  }
}
