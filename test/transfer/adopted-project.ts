/** The database of a real Strapi 4.26.2, with tables of another program beside it, and its project. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { ask, loadCases, SECRETS } from '../conformance/cases.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { type Client, onServer, temporaryFolder } from '../support/databases.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'

export function adoptedProject(): string {
  const folder = join(temporaryFolder(), 'adopted')
  cpSync(CONFORMANCE_PROJECT, folder, { recursive: true })
  return folder
}

/** Values that are easily lost: bytes, large integers, the order of keys, fractions of seconds, ids of deleted rows. */
const OTHERS: Readonly<Record<Client, string>> = {
  sqlite: `
    create table shop_customers (id integer not null primary key autoincrement, email varchar(100) not null unique,
      kind varchar(20) not null default 'plain', since datetime default current_timestamp, picture blob, points bigint,
      note text, extra json, opens time, ratio float);
    insert into shop_customers (id, email, since, picture, points, note, extra, opens, ratio) values
      (7, 'a@example.org', 1700000000123, x'00ff0a', 9223372036854775807, 'line' || char(10) || 'two ''quoted'' ☃', '{"b":1,"a":{"z":[],"y":null}}', '08:30:00.125', 0.1),
      (8, 'b@example.org', null, null, -9007199254740993, null, null, null, null);
    create table shop_orders (number integer not null, line integer not null, customer integer,
      primary key (number, line), foreign key (customer) references shop_customers (id) on delete cascade);
    insert into shop_orders values (1, 1, 7), (1, 2, 7), (2, 1, 8), (3, 1, null);
    create index shop_orders_customer on shop_orders (customer);
    delete from shop_customers where id = 8;
    delete from articles where id = (select max(id) from articles);`,
  postgres: `
    create table shop_customers (id serial primary key, email varchar(100) not null unique,
      kind varchar(20) not null default 'plain', since timestamp(6) default now(), seen timestamptz, picture bytea, points bigint,
      note text, extra jsonb, opens time, ratio double precision, tag uuid, words text[]);
    insert into shop_customers (id, email, since, seen, picture, points, note, extra, opens, ratio, tag, words) values
      (7, 'a@example.org', '2023-11-14 22:13:20.123456', '2023-11-14 22:13:20.123456+02', '\\x00ff0a', 9223372036854775807,
       E'line\\ntwo ''quoted'' ☃', '{"b":1,"a":{"z":[],"y":null}}', '08:30:00.125', 0.1, '5b3f1d6e-0000-4000-8000-000000000000', '{a,"b,c"}'),
      (8, 'b@example.org', null, null, null, -9007199254740993, null, null, null, null, null, null);
    select setval('shop_customers_id_seq', 8);
    create table shop_orders (number integer not null, line integer not null, customer integer,
      primary key (number, line), foreign key (customer) references shop_customers (id) on delete cascade);
    insert into shop_orders values (1, 1, 7), (1, 2, 7), (2, 1, 8), (3, 1, null);
    create index shop_orders_customer on shop_orders (customer);
    delete from shop_customers where id = 8;
    delete from articles where id = (select max(id) from articles);`,
}

export async function adoptedDatabase(client: Client): Promise<DatabaseConfig> {
  const database = await conformanceDatabase(client)
  if (database.client === 'postgres') await onServer(database.url, sql => sql.unsafe(OTHERS.postgres))
  else {
    const file = new SqliteFile(database.filename)
    file.pragma('foreign_keys = on')
    file.exec(OTHERS.sqlite)
    file.close()
  }
  return database
}

/** What a server answers to some of the questions that were recorded from Strapi. */
export async function adoptedAnswers(folder: string, database: DatabaseConfig): Promise<readonly string[]> {
  const app = await buildTestApp({ folder, database, strapi: true, dialect: 'strapi4', secrets: SECRETS })
  const answers: string[] = []
  const cases = loadCases('sqlite').filter((_case, index) => index % 20 === 0)
  for (const recorded of cases) {
    const { status, body } = await ask(app, recorded)
    answers.push(`${recorded.path} ${status} ${JSON.stringify(body)}`)
  }
  await app.close()
  return answers
}
