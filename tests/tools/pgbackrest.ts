import { debianPackage } from './debian-package.ts'
import { findProgram, installed, type Program } from './program.ts'

const pgBackRest: Program = {
  name: 'pgBackRest',
  // The first version for PostgreSQL 18.
  minimum: '2.57',
  sources: [
    ...installed('pgbackrest'),
    debianPackage({
      packages: ['pgbackrest'],
      program: '/usr/bin/pgbackrest',
      later: { bookworm: 'sid', trixie: 'sid', forky: 'sid' },
      withLibrary: true,
    }),
  ],
  advice: 'install pgBackRest 2.57 or newer',
}

/** The path of a pgBackRest that is new enough. Throws a one-line error if none is available. */
export const findPgBackRest = (): string => findProgram(pgBackRest).path
