/** Why a project cannot be served, or not as a whole. */
import type { Config } from '../../../config/config.ts'
import { providerProblem } from '../../../media/providers/create-providers.ts'
import type {
  AdoptReport,
  CodePart,
  DatabasePart,
  Finding,
  FindingKind,
  PluginEntry,
  SettingsPart,
  Verdict,
} from '../adopt-report.ts'

type Parts = Pick<AdoptReport, 'schema' | 'database' | 'code' | 'plugins' | 'settings'>

export function findingsOf(parts: Parts, config: Config): readonly Finding[] {
  return [
    ...parts.schema.problems.map(what => blocking('schema', what, 'correct the schema file')),
    ...parts.settings.problems.map(what => blocking('settings', what, 'correct the setting')),
    ...databaseFindings(parts.database),
    ...settingsFindings(parts.settings, config),
    ...codeFindings(parts.code),
    ...parts.plugins.flatMap(pluginFindings),
  ]
}

export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ blocks }) => blocks)) return 'blocked'
  return findings.length === 0 ? 'ready' : 'partly'
}

const blocking = (kind: FindingKind, what: string, advice: string): Finding => ({ kind, blocks: true, what, advice })
const partial = (kind: FindingKind, what: string, advice: string): Finding => ({ kind, blocks: false, what, advice })

function databaseFindings({ problems, solutions, webhooks }: DatabasePart): readonly Finding[] {
  const solution = solutions.join('; ')
  return [
    ...(problems.length === 0 ? [] : [blocking('database', problems.join('; '), solution)]),
    ...(webhooks === 0
      ? []
      : [
          partial(
            'database',
            `${counted(webhooks, 'webhook is', 'webhooks are')} not called`,
            'see whether another service waits for them',
          ),
        ]),
  ]
}

function settingsFindings({ missingSecrets }: SettingsPart, config: Config): readonly Finding[] {
  const problem = providerProblem(config.folder, config.media, config.media.provider)
  const advice = problem?.includes('missing')
    ? 'set the variables that the project reads for it'
    : 'set media.provider to local, aws-s3, azure or cloudinary; files that are stored already stay readable'
  const secrets = missingSecrets.map(({ variable, loss }) => `${variable} is not set: ${loss}`)
  const values = `set ${missingSecrets.map(({ variable }) => variable).join(', ')} in .env to the values that Strapi has`
  return [
    ...(secrets.length === 0 ? [] : [partial('settings', secrets.join('; '), values)]),
    ...(problem === undefined ? [] : [partial('settings', `files cannot be uploaded: ${problem}`, advice)]),
  ]
}

function codeFindings({ files, closed }: CodePart): readonly Finding[] {
  const notRun = files.filter(({ state }) => state === 'not run')
  if (notRun.length === 0) return []
  const routes = closed.length === 0 ? '' : `, and ${counted(closed.length, 'route is', 'routes are')} closed`
  const advice = 'read the list of files; name those that are not needed in the setting adopt.ignore'
  return [partial('code', `${counted(notRun.length, 'file', 'files')} with code not run${routes}`, advice)]
}

function pluginFindings({ name, fate, what }: PluginEntry): readonly Finding[] {
  if (fate !== 'blocks' && fate !== 'unknown') return []
  const advice =
    fate === 'blocks'
      ? 'see whether a client needs it; docs/reference/strapi-plugins.md lists the plugins'
      : 'read what the plugin does; if no client needs it, nothing is lost'
  return [partial('plugins', `${name}: ${what}`, advice)]
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
