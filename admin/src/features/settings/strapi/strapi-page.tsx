/** What is different from Strapi in this project: what is closed, what has no effect, where answers differ on purpose. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StrapiReport } from '../../../../../src/admin-api/settings/strapi-api.ts'
import { call } from '../../../api/call.ts'
import { initQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'

const reportQuery = settingsQuery(['strapi'], options => call('GET /strapi/report', options))

export function StrapiPage(): ReactNode {
  const { t } = useTexts()
  return (
    <SettingsFrame place={SETTINGS_PLACES.strapi}>
      <Loaded query={useQuery(reportQuery)} lines={10}>
        {report => (
          <div className="stack gap-4">
            <Verdict report={report} />
            <Findings report={report} />
            <Code report={report} />
            <Plugins report={report} />
            <Listed title={t('server.settingsTitle')} text={t('server.settingsText')}>
              {report.settings.map(({ place, what }) => [place, what])}
            </Listed>
            <Differences report={report} />
          </div>
        )}
      </Loaded>
    </SettingsFrame>
  )
}

interface Part {
  readonly report: StrapiReport
}

function Verdict({ report: { strapi, dialect, findings } }: Part): ReactNode {
  const { t } = useTexts()
  const whole = findings.length === 0
  return (
    <Notice look={whole ? 'success' : 'warning'}>
      <p>{t(whole ? 'server.servesAll' : 'server.servesPartly', { version: strapi })}</p>
      <p className="small above-1">{t(dialect === 'strapi4' ? 'server.asStrapi' : 'server.asDocument')}</p>
    </Notice>
  )
}

function Findings({ report: { findings } }: Part): ReactNode {
  const { t } = useTexts()
  if (findings.length === 0) return null
  return (
    <Card title={t('server.findings')}>
      <ul className="stack gap-3">
        {findings.map(({ what, advice }) => (
          <li key={what}>
            <p>{what}</p>
            <p className="small soft">{advice}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const STATES = { runs: 'server.codeRuns', 'not run': 'server.codeNotRun', ignored: 'server.codeIgnored' } as const
const LOOKS = { runs: 'good', 'not run': 'bad', ignored: 'neutral' } as const

function Code({ report: { code, closed } }: Part): ReactNode {
  const { t } = useTexts()
  if (code.length === 0) return null
  return (
    <Card title={t('server.codeTitle')}>
      <div className="stack gap-3">
        <Table
          label={t('server.codeTitle')}
          rows={code}
          keyOf={({ file, what }) => `${file} ${what}`}
          columns={[
            { header: t('server.file'), cell: ({ file }) => <code className="breaks">{file}</code> },
            { header: t('server.state'), cell: ({ state }) => <Badge look={LOOKS[state]}>{t(STATES[state])}</Badge> },
            { header: t('server.what'), cell: ({ what }) => what, wideOnly: true },
          ]}
        />
        {closed.length === 0 ? null : (
          <>
            <p>{t('server.closed')}</p>
            <ul>
              {closed.map(({ method, path, file }) => (
                <li key={`${method} ${path}`}>
                  <code className="breaks">{`${method} ${path}`}</code> <span className="small soft">{file}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  )
}

const FATES = {
  'built in': 'server.pluginBuiltIn',
  ignored: 'server.pluginIgnored',
  blocks: 'server.pluginBlocks',
  unknown: 'server.pluginUnknown',
} as const

function Plugins({ report: { plugins } }: Part): ReactNode {
  const { t } = useTexts()
  return (
    <Listed title={t('server.pluginsTitle')}>
      {plugins.map(({ name, version, fate, what }) => [`${name} ${version}`, `${t(FATES[fate])}. ${what}`])}
    </Listed>
  )
}

function Differences({ report: { differences } }: Part): ReactNode {
  const { t } = useTexts()
  const docs = useQuery(initQuery).data?.features.docs
  return (
    <>
      <Listed title={t('server.differencesTitle')} text={t('server.differencesText')}>
        {differences.map(({ what, why }) => [what, why])}
      </Listed>
      {docs === true ? (
        <p>
          <a href="/docs/reference/strapi-differences.html" target="_blank" rel="noopener">
            {t('server.allDifferences')}
          </a>
        </p>
      ) : null}
    </>
  )
}

interface ListedProps {
  readonly title: string
  readonly text?: string
  /** What, and more about it. */
  readonly children: readonly (readonly [string, string])[]
}

function Listed({ title, text, children }: ListedProps): ReactNode {
  if (children.length === 0) return null
  return (
    <Card title={title}>
      <div className="stack gap-3">
        {text === undefined ? null : <p className="soft">{text}</p>}
        <ul className="stack gap-2">
          {children.map(([what, more]) => (
            <li key={what}>
              <p className="breaks">{what}</p>
              <p className="small soft breaks">{more}</p>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
