/** Saved views of the list as tabs, each of them a link. The first one is the list as it is without any choice. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SavedView } from '../../../../../src/admin-api/view-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { showError, showToast } from '../../../ui/overlays/toast.tsx'
import { savedViewsKey, savedViewsQuery } from '../list-queries.ts'
import type { List } from '../use-list.ts'
import { isSameView, savedPart, searchOfView } from './view-search.ts'
import styles from './views.module.css'

const SaveViewDialog = lazy(async () => ({ default: (await import('./save-view-dialog.tsx')).SaveViewDialog }))

export function ViewTabs({ list }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const { type, search } = list
  const { data: views = [] } = useQuery(savedViewsQuery(type.uid))
  const current = views.find(({ id }) => id === search.view)
  const hasChoice = Object.keys(savedPart(search).query).length > 0 || search.columns !== undefined
  const isChanged = current === undefined ? hasChoice : !isSameView(current, search)
  if (views.length === 0 && !hasChoice) return null
  return (
    <div className={styles.tabs}>
      <nav aria-label={t('list.views')} className={styles.list}>
        <Tab list={list} search={{}} isCurrent={current === undefined && !hasChoice}>
          {t('list.allEntries')}
        </Tab>
        {views.map(view => (
          <Tab key={view.id} list={list} search={searchOfView(view)} isCurrent={view.id === current?.id}>
            {view.name}
          </Tab>
        ))}
      </nav>
      <ViewActions list={list} current={current} isChanged={isChanged} />
    </div>
  )
}

interface TabProps {
  readonly list: List
  readonly search: object
  readonly isCurrent: boolean
  readonly children: ReactNode
}

function Tab({ list: { type }, search, isCurrent, children }: TabProps): ReactNode {
  return (
    <Link
      className={styles.tab}
      to="/content-manager/collection-types/$uid"
      params={{ uid: type.uid }}
      search={search}
      // Whether it is the current one is known better here: the address may have been changed since.
      activeProps={{}}
      aria-current={isCurrent ? 'page' : undefined}
      data-current={isCurrent || undefined}
    >
      {children}
    </Link>
  )
}

interface ActionsProps {
  readonly list: List
  readonly current: SavedView | undefined
  readonly isChanged: boolean
}

function ViewActions({ list, current, isChanged }: ActionsProps): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const [open, setOpen] = useState<'new' | 'edit' | 'delete'>()
  const { uid } = list.type
  const refresh = () => client.invalidateQueries({ queryKey: savedViewsKey(uid) })
  const update = async (view: SavedView) => {
    await call('PUT /saved-views/:id', { params: { id: view.id }, body: savedPart(list.search) })
    await refresh()
    showToast({ message: t('list.viewSaved', { name: view.name }) })
  }
  const remove = async (view: SavedView) => {
    await call('DELETE /saved-views/:id', { params: { id: view.id } })
    await refresh()
    setOpen(undefined)
    list.change({ view: undefined }, { replace: true })
    showToast({ message: t('list.viewDeleted', { name: view.name }) })
  }
  return (
    <div className={styles.actions}>
      {isChanged && current?.mine ? (
        <Button look="quiet" size="small" onClick={() => update(current).catch(showError)}>
          {t('list.updateView')}
        </Button>
      ) : null}
      {isChanged ? (
        <Button look="quiet" size="small" icon="star" onClick={() => setOpen('new')}>
          {t('list.saveView')}
        </Button>
      ) : null}
      {current?.mine ? (
        <Menu
          target={<IconButton label={t('list.viewActions', { name: current.name })} icon="more" size="small" />}
          items={[
            { label: t('list.renameView'), icon: 'edit', onClick: () => setOpen('edit') },
            { label: t('list.deleteView'), icon: 'trash', danger: true, onClick: () => setOpen('delete') },
          ]}
        />
      ) : null}
      {open === 'new' || open === 'edit' ? (
        <Suspense>
          <SaveViewDialog
            list={list}
            view={open === 'edit' ? current : undefined}
            onClose={() => setOpen(undefined)}
            onSaved={view => {
              refresh()
              setOpen(undefined)
              list.change({ page: list.search.page, view: view.id }, { replace: true })
            }}
          />
        </Suspense>
      ) : null}
      <DialogForm
        isQuestion
        title={t('list.confirm')}
        open={open === 'delete' && current !== undefined}
        look="danger"
        submitLabel={t('list.confirmDelete')}
        onSubmit={() => remove(current!).catch(showError)}
        onClose={() => setOpen(undefined)}
      >
        <p>{t('list.deleteViewQuestion', { name: current?.name ?? '' })}</p>
      </DialogForm>
    </div>
  )
}
