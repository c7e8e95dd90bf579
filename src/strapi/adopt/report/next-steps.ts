/** What to do next, with the exact commands. */
import type { AdoptReport, NextStep } from '../adopt-report.ts'

type Known = Omit<AdoptReport, 'next' | 'version' | 'populus'>

export function nextSteps(report: Known): readonly NextStep[] {
  return [...preparations(report), ...(report.verdict === 'blocked' ? again(report) : trial(report))]
}

function preparations({ project, database, findings, settings, code }: Known): readonly NextStep[] {
  const unread =
    settings.warnings.some(line => line.includes('cannot be run')) ||
    code.files.some(({ what }) => what.includes('Cannot find module'))
  return [
    ...(!project.installed && unread
      ? [{ command: 'npm install', what: 'Installs the modules that the files of the project need.' }]
      : []),
    ...database.solutions.map(solutionStep),
    ...findings
      .filter(({ blocks, kind }) => kind === 'settings' || (blocks && kind !== 'database'))
      .map(({ what, advice }) => ({ command: null, what: sentence(`${advice} (${what})`) })),
    ...(code.closed.length === 0
      ? []
      : [
          {
            command: null,
            what: `Decide about each file that is not run. One that is not needed goes into populus.config.json: ${ignoreExample(code)}`,
          },
        ]),
  ]
}

/** `copy it: populus adopt --from ...` has a command. */
function solutionStep(solution: string): NextStep {
  const at = solution.lastIndexOf(': populus ')
  return at <= 0
    ? { command: null, what: sentence(solution) }
    : { command: `npx ${solution.slice(at + 2)}`, what: sentence(solution.slice(0, at)) }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

function ignoreExample({ closed }: Known['code']): string {
  return JSON.stringify({ adopt: { ignore: [closed[0]!.file] } })
}

const again = ({ project }: Known): readonly NextStep[] => [
  { command: 'npx populus adopt', what: 'Makes this report again.' },
  ...otherReports(project),
]

function otherReports({ otherEnvironments }: Known['project']): readonly NextStep[] {
  return otherEnvironments.map(name => ({
    command: `NODE_ENV=${name} npx populus adopt`,
    what: `Makes this report with the settings in config/env/${name}.`,
  }))
}

function trial({ project, database, findings }: Known): readonly NextStep[] {
  return [
    {
      command: 'npx populus adopt compare --strapi http://localhost:1337',
      what: 'Asks the running Strapi and Populus the same questions and shows every difference.',
    },
    {
      command: 'npx populus start --port 1338',
      what: 'Serves the project beside Strapi. No table of Strapi is changed.',
    },
    ...(database.client === 'postgres'
      ? [
          {
            command: 'npx populus triggers install',
            what: 'While Strapi also writes: lets Populus keep the answers that a write does not concern.',
          },
        ]
      : []),
    ...(database.indexes.length > 0
      ? [
          {
            command: null,
            what: `Add ${database.indexes.length} indexes for speed when Strapi no longer runs; --json and --html have the statements.`,
          },
        ]
      : []),
    ...otherReports(project),
    ...(findings.length > 0
      ? [{ command: 'npx populus adopt', what: 'Makes this report again after each change.' }]
      : []),
    { command: 'npx populus backup', what: 'Before the switch: everything in one file.' },
  ]
}
