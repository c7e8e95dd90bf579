/** Content types of Strapi 4.26.2: the media library. Same attributes as in Strapi, without system attributes. */
import { type BuiltInType, HIDDEN } from './built-in-type.ts'

export const UPLOAD_TYPES: readonly BuiltInType[] = [
  {
    uid: 'plugin::upload.file',
    content: {
      collectionName: 'files',
      info: { singularName: 'file', pluralName: 'files', displayName: 'File' },
      options: {},
      pluginOptions: HIDDEN,
      indexes: [
        { name: 'upload_files_folder_path_index', columns: ['folder_path'], type: null },
        { name: 'upload_files_created_at_index', columns: ['created_at'], type: null },
        { name: 'upload_files_updated_at_index', columns: ['updated_at'], type: null },
        { name: 'upload_files_name_index', columns: ['name'], type: null },
        { name: 'upload_files_size_index', columns: ['size'], type: null },
        { name: 'upload_files_ext_index', columns: ['ext'], type: null },
      ],
      attributes: {
        name: { type: 'string', configurable: false, required: true },
        alternativeText: { type: 'string', configurable: false },
        caption: { type: 'string', configurable: false },
        width: { type: 'integer', configurable: false },
        height: { type: 'integer', configurable: false },
        formats: { type: 'json', configurable: false },
        hash: { type: 'string', configurable: false, required: true },
        ext: { type: 'string', configurable: false },
        mime: { type: 'string', configurable: false, required: true },
        size: { type: 'decimal', configurable: false, required: true },
        url: { type: 'string', configurable: false, required: true },
        previewUrl: { type: 'string', configurable: false },
        provider: { type: 'string', configurable: false, required: true },
        provider_metadata: { type: 'json', configurable: false },
        related: { type: 'relation', relation: 'morphToMany', configurable: false },
        folder: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'plugin::upload.folder',
          inversedBy: 'files',
          private: true,
        },
        folderPath: { type: 'string', min: 1, required: true, private: true, searchable: false },
      },
    },
  },
  {
    uid: 'plugin::upload.folder',
    content: {
      collectionName: 'upload_folders',
      info: { singularName: 'folder', pluralName: 'folders', displayName: 'Folder' },
      options: {},
      pluginOptions: HIDDEN,
      indexes: [
        { name: 'upload_folders_path_id_index', columns: ['path_id'], type: 'unique' },
        { name: 'upload_folders_path_index', columns: ['path'], type: 'unique' },
      ],
      attributes: {
        name: { type: 'string', min: 1, required: true },
        pathId: { type: 'integer', unique: true, required: true },
        parent: { type: 'relation', relation: 'manyToOne', target: 'plugin::upload.folder', inversedBy: 'children' },
        children: { type: 'relation', relation: 'oneToMany', target: 'plugin::upload.folder', mappedBy: 'parent' },
        files: { type: 'relation', relation: 'oneToMany', target: 'plugin::upload.file', mappedBy: 'folder' },
        path: { type: 'string', min: 1, required: true },
      },
    },
  },
]
