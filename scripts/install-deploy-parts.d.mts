/** Each of them is installed if it is missing. False if it cannot be; an error on a build server. */
export function hasHaproxy(): boolean
export function hasVarnish(): boolean
/** The folder of a Debian with PostgreSQL 17 and PgBouncer, in which they can be run. */
export function databasePrograms(): string | undefined
/** The folder of a Debian with Patroni, etcd and PostgreSQL 17. */
export function patroniPrograms(): string | undefined
/** Where it has the programs of PostgreSQL. */
export const POSTGRES_PROGRAMS: string
