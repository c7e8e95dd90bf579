/** The command that starts a PgBouncer of 1.21 or later, which is installed if it is missing. */
export function pgbouncerCommand(): readonly string[]
