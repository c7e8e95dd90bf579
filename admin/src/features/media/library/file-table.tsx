import type { ReactNode } from 'react'
import { sizeText } from '../../../api/size-text.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { extensionOf } from '../file-facts.ts'
import type { FilesProps } from './file-grid.tsx'
import { FilePicture } from './file-picture.tsx'
import styles from './library.module.css'

export function FileTable({ library, marked, files, onOpen }: FilesProps): ReactNode {
  const { t, number, date } = useTexts()
  return (
    <Table
      label={t('media.assets')}
      rows={files}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('media.selection'),
          hideHeader: true,
          cell: ({ id, name }) =>
            library.may.update ? (
              <Checkbox
                label={t('media.select', { name })}
                hideLabel
                checked={marked.files.has(id)}
                onChange={on => marked.toggle('files', [id], on)}
              />
            ) : null,
        },
        {
          header: t('media.preview'),
          hideHeader: true,
          cell: file => (
            <span className={styles.small}>
              <FilePicture file={file} />
            </span>
          ),
        },
        {
          header: t('media.name'),
          cell: file => (
            <button
              type="button"
              className="bare ink strong start breaks underlines pad-0"
              onClick={() => onOpen(file)}
            >
              {file.name}
            </button>
          ),
        },
        { header: t('media.extension'), wideOnly: true, cell: extensionOf },
        {
          header: t('media.dimensions'),
          wideOnly: true,
          cell: ({ width, height }) => (width === null || height === null ? '–' : `${width} × ${height}`),
        },
        { header: t('media.size'), align: 'end', cell: ({ size }) => sizeText(size, number) },
        { header: t('media.folder'), wideOnly: true, cell: ({ folder }) => folder?.name ?? '–' },
        { header: t('media.created'), wideOnly: true, cell: ({ createdAt }) => date(createdAt) },
      ]}
    />
  )
}
