import { debianPackage } from './debian-package.ts'
import { findProgram, installed, type Program } from './program.ts'

const pgBouncer: Program = {
  name: 'PgBouncer',
  // The first version with `max_prepared_statements`.
  minimum: '1.21',
  sources: [
    ...installed('pgbouncer'),
    debianPackage({
      packages: ['pgbouncer'],
      program: '/usr/sbin/pgbouncer',
      later: { bookworm: 'trixie' },
      withLibrary: true,
    }),
  ],
  advice: 'install PgBouncer 1.21 or newer',
}

/** The path of a PgBouncer that is new enough. Throws a one-line error if none is available. */
export const findPgBouncer = (): string => findProgram(pgBouncer).path
