// Promises about the network and the machines between a process, its database and the platforms.

import type { Proof } from './proof.ts'

export const proofsOfTheDatabase: readonly Proof[] = [
  {
    id: 'T42',
    name: 'pgbouncer',
    promise:
      'Everything works through PgBouncer in transaction mode, and both time limits hold in every transaction.',
    file: 'test/chaos/pgbouncer.test.ts',
    databases: ['postgres'],
    long: '600 creations on three platforms through five shared sessions while 20 processes are killed, then 5,000 everyday requests.',
  },
  {
    id: 'T43',
    name: 'hangingDatabase',
    promise:
      'While PostgreSQL hangs, `/readyz` returns 503 within 5 seconds, every request ends within its deadline, and no write is lost or carried out twice.',
    file: 'test/chaos/hangingDatabase.test.ts',
    databases: ['postgres'],
    long: 'five times all processes of PostgreSQL are stopped with SIGSTOP under eight callers, four of which write.',
  },
]
