// Lists promises about the network and the machines between a process, its database and the platforms.

import type { Proof } from './proof.ts'

export const databaseProofs: readonly Proof[] = [
  {
    id: 'T40',
    name: 'failover',
    promise:
      'When a standby of PostgreSQL takes over, synchronous replication loses no acknowledged write. With asynchronous replication, adrail reports the lost writes. Retries of creations with an idempotency key then find the objects with the marker of the write: campaigns on every platform and videos on Meta.',
    file: 'test/chaos/failover.test.ts',
    databases: ['postgres'],
    longForm:
      '200 creations on all three platforms by eight callers through two processes. Synchronous: the primary dies after half of them. Asynchronous: the standby is cut off after half of them, the primary dies after all, and callers retry every request.',
  },
  {
    id: 'T41',
    name: 'partitions',
    promise:
      'A process that is cut off from its database returns 503 `DATABASE_UNAVAILABLE`, and no network partition loses a write or executes a write twice.',
    file: 'test/chaos/partitions.test.ts',
    databases: ['postgres'],
    longForm:
      'Ten rounds of ten partitions of one of two processes, in a network namespace: from the database and from the platforms, unreachable, silent, in one direction, and with 5% of all packets lost.',
  },
  {
    id: 'T42',
    name: 'pgbouncer',
    promise:
      'All operations work through PgBouncer in transaction mode, and both time limits apply in every transaction.',
    file: 'test/chaos/pgbouncer.test.ts',
    databases: ['postgres'],
    longForm:
      '600 creations on three platforms through five shared sessions while 20 processes are killed, then 5,000 ordinary requests.',
  },
  {
    id: 'T43',
    name: 'hangingDatabase',
    promise:
      'While PostgreSQL hangs, `/readyz` returns 503 within 5 seconds, every request ends within its deadline, and no write is lost or executed twice.',
    file: 'test/chaos/hangingDatabase.test.ts',
    databases: ['postgres'],
    longForm:
      'Five times, all processes of PostgreSQL are stopped with SIGSTOP under eight callers, four of which write.',
  },
]
