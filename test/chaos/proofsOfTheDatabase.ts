// Promises about the network and the machines between a process, its database and the platforms.

import type { Proof } from './proof.ts'

export const proofsOfTheDatabase: readonly Proof[] = [
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
