// Which errors of the database itself are told as its own; PostgreSQL only, since on SQLite writers wait in one line.

import { describe, expect, test } from 'vitest'
import { testDatabase, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { storeFailure } from './failures.ts'
import type { Db } from './tables.ts'
import { findUser, holdUser } from './users.ts'

const service = useService()
const hold = (db: Db, userId: string) => holdUser(db, service.workspaceId, userId)

describe.skipIf(testDatabase() === '')(
  'a transaction that the database ends for the sake of another one',
  () => {
    test('because each waits for the other is told as a database that refuses for the moment', async () => {
      const { db } = service.app.store
      const [one, other] = [await newUser(service), await newUser(service)]
      const bothHold = Promise.withResolvers<void>()
      let holding = 0
      const both = await Promise.allSettled(
        [
          [one, other],
          [other, one],
        ].map(([first = '', second = '']) =>
          db.transaction().execute(async (transaction) => {
            await hold(transaction, first)
            if (++holding === 2) bothHold.resolve()
            await bothHold.promise
            await hold(transaction, second)
          }),
        ),
      )
      const failed = both.flatMap((end) => (end.status === 'rejected' ? [storeFailure(end.reason)] : []))
      expect(failed).toMatchObject([{ code: 'DATABASE_UNAVAILABLE', details: { retryAfterSeconds: 2 } }])
    })

    test('because that changed what it had read is told so, too', async () => {
      const { db } = service.app.store
      const userId = await newUser(service)
      const refused = db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => {
          await findUser(transaction, service.workspaceId, userId)
          await hold(db, userId)
          await hold(transaction, userId)
        })
      const error: unknown = await refused.catch((reason: unknown) => reason)
      expect(storeFailure(error)).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    })
  },
)
