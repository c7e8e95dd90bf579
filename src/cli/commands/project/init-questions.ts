/** What `populus init` asks about a new project, unless the command line says it. */
import { isPostgresUrl } from '../../../config/settings/setting-tests.ts'
import { STARTING_POINTS } from '../../../project/create-project.ts'
import { choice, type Question } from '../../terminal/ask.ts'

export const DIALECTS: readonly string[] = ['document', 'strapi4']
export const YES_OR_NO: readonly string[] = ['yes', 'no']

export const FOLDER: Question = { text: 'Folder of the new project', otherwise: 'my-project' }

export const FROM: Question = {
  text: `Start from ${STARTING_POINTS.join(' or ')}`,
  explanation:
    'blog is a magazine with articles, pictures and translations, to try things out. empty has no content types yet.',
  otherwise: 'blog',
  problem: choice(STARTING_POINTS),
}

export const DATABASE: Question = {
  text: 'Database: sqlite, or postgres://user:password@host:5432/name',
  explanation:
    'sqlite keeps the content in a file of the project and needs nothing else. You can move to PostgreSQL later.',
  otherwise: 'sqlite',
  problem: databaseProblem,
}

export const DIALECT: Question = {
  text: 'Dialect: document or strapi4',
  explanation:
    'document refuses what is probably a mistake, such as unknown names in a query. strapi4 accepts all that Strapi v4 accepts, for clients made for it.',
  otherwise: 'document',
  problem: choice(DIALECTS),
}

export const PAGES: Question = {
  text: 'Allow populate and pagination in one query: yes or no',
  explanation:
    'A page of articles together with their authors needs populate and pagination in one query. Nearly all sites want that; no follows the contract of the API to the letter.',
  otherwise: 'yes',
  problem: choice(YES_OR_NO),
}

export function databaseProblem(answer: string): string | undefined {
  if (answer === 'sqlite' || isPostgresUrl(answer)) return undefined
  return `${answer} is no database: write sqlite, or an address such as postgres://user:password@host:5432/name`
}
