import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Button, IconButton } from '../../ui/inputs/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { availableColumns } from './columns.ts'
import styles from './list-page.module.css'
import type { List } from './use-list.ts'

const CONFIGURE = 'plugin::content-manager.collection-types.configure-view'

/** Which columns the list shows. The choice is part of the address, and of a view that is saved. */
export function ColumnChoice({ list: { type, view, columns, search, change } }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { superAdmin, actions } = session.rights
  const mayConfigure = superAdmin || actions.includes(CONFIGURE)
  const shown = columns.map(({ name }) => name)
  const toggle = (name: string, on: boolean) =>
    change(
      { page: search.page, columns: on ? [...shown, name] : shown.filter(other => other !== name) },
      { replace: true },
    )
  return (
    <Popover
      label={t('list.columns')}
      target={(open, onClick) => (
        <IconButton
          label={t('list.columns')}
          icon="columns"
          aria-expanded={open}
          aria-haspopup="dialog"
          onClick={onClick}
        />
      )}
    >
      <div className={styles.columns}>
        {availableColumns(type, view).map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={shown.includes(name)}
            disabled={shown.length === 1 && shown.includes(name)}
            onChange={on => toggle(name, on)}
          />
        ))}
      </div>
      <div className={styles.columnsFooter}>
        <Button
          look="quiet"
          size="small"
          disabled={search.columns === undefined}
          onClick={() => change({ page: search.page, columns: undefined }, { replace: true })}
        >
          {t('list.resetColumns')}
        </Button>
        {mayConfigure ? (
          <Link
            className="small strong pad-1-2"
            to="/content-manager/collection-types/$uid/configurations/list"
            params={{ uid: type.uid }}
          >
            {t('list.configure')}
          </Link>
        ) : null}
      </div>
    </Popover>
  )
}
