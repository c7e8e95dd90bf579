/** How one version differs from what is stored now, or from the version before it. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RecordedValues, VersionInfo } from '../../../../../src/admin-api/history-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { DifferenceList } from './difference-list.tsx'
import { type Difference, differences } from './differences.ts'
import { type FramedEntry, useCompareScope } from './entry-frame.tsx'
import styles from './history-page.module.css'
import { RestoreButton } from './restore-button.tsx'
import { versionValues, withPartsOf } from './version-values.ts'

export interface VersionChangesProps {
  readonly framed: FramedEntry
  readonly versions: readonly VersionInfo[]
  readonly chosen: VersionInfo
  readonly withBefore: boolean
}

export function VersionChanges({ framed, versions, chosen, withBefore }: VersionChangesProps): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const isCurrent = chosen.version === 'current'
  const before = versions[versions.indexOf(chosen) + 1]
  const choices = [
    ...(isCurrent ? [] : [{ value: 'now', label: t('history.withNow') }]),
    ...(before === undefined ? [] : [{ value: 'before', label: t('history.withBefore') }]),
  ]
  const isBefore = before !== undefined && (withBefore || isCurrent)
  const mayRestore = !isCurrent && !isBefore && framed.entry.may.update
  return (
    <section className="stack gap-4 shrinks" aria-label={t('history.changes')}>
      <div className={styles.tools}>
        <Select
          label={t('history.compareWith')}
          value={isBefore ? 'before' : 'now'}
          options={choices}
          onChange={value =>
            void navigate({
              to: '.',
              search: ((old: object) => ({ ...old, with: value === 'before' ? 'before' : undefined })) as never,
              resetScroll: false,
            })
          }
        />
        {mayRestore ? <RestoreButton framed={framed} version={chosen} /> : null}
      </div>
      <Changes
        framed={framed}
        from={isBefore ? before.version : chosen.version}
        to={isBefore ? chosen.version : 'current'}
        titles={
          isBefore ? [t('history.before'), t('history.thisVersion')] : [t('history.thisVersion'), t('history.now')]
        }
        restored={mayRestore ? chosen : undefined}
      />
    </section>
  )
}

interface ChangesProps {
  readonly framed: FramedEntry
  readonly from: VersionInfo['version']
  readonly to: VersionInfo['version']
  readonly titles: readonly [string, string]
  /** The version whose fields can be brought back. */
  readonly restored: VersionInfo | undefined
}

function Changes({ framed, from, to, titles, restored }: ChangesProps): ReactNode {
  const { t } = useTexts()
  const scope = useCompareScope(framed)
  const pair = useVersions(framed, from, to)
  return (
    <Loaded query={pair} lines={6}>
      {([older, newer]) => {
        const old = versionValues(older, scope)
        const found = differences(old, withPartsOf(versionValues(newer, scope), old), scope)
        if (found.length === 0) return <EmptyState icon="check" title={t('history.same')} />
        return byField(found).map(([field, inField]) => (
          <section key={field} className="stack gap-3" aria-label={inField[0]!.labels[0]}>
            <DifferenceList differences={inField} titles={titles} locale={framed.entry.locale} />
            {restored !== undefined && mayChange(framed, field) ? (
              <div>
                <RestoreButton
                  framed={framed}
                  version={restored}
                  field={{ name: field, label: inField[0]!.labels[0]! }}
                />
              </div>
            ) : null}
          </section>
        ))
      }}
    </Loaded>
  )
}

function useVersions({ entry, type }: FramedEntry, ...pair: readonly VersionInfo['version'][]) {
  const { uid } = type
  const { id, version: state } = entry
  return useQuery({
    queryKey: ['version-pair', uid, id, state, ...pair],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        pair.map(version => call('GET /content/:uid/:id/versions/:version', { params: { uid, id, version }, signal })),
      )
      return found.map(({ data }) => data) as unknown as readonly [RecordedValues, RecordedValues]
    },
  })
}

function byField(found: readonly Difference[]): readonly (readonly [string, readonly Difference[]])[] {
  const fields = [...new Set(found.map(({ field }) => field))]
  return fields.map(name => [name, found.filter(({ field }) => field === name)])
}

function mayChange({ entry, type }: FramedEntry, field: string): boolean {
  const { fields } = entry.may
  return (
    type.attributes[field]?.writable === true &&
    (fields === null || fields.some(name => name === field || name.startsWith(`${field}.`)))
  )
}
