// Which errors count as failures of the database. Transactions that meet are for PostgreSQL only, since on SQLite
// writers wait in one line.

import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabasePort } from '../../testing/databasePort.ts'
import { testDatabaseUrl, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { toStoreError } from './failures.ts'
import { openExistingStore } from './open.ts'
import type { Db } from './tables.ts'
import { findUser, lockUser } from './users.ts'

const service = useService()
const hold = (db: Db, userId: string) => lockUser(db, service.workspaceId, userId)

describe.skipIf(testDatabaseUrl() === '')(
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
      const failed = both.flatMap((end) => (end.status === 'rejected' ? [toStoreError(end.reason)] : []))
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
      expect(toStoreError(error)).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    })
  },
)

describe('a database that cannot be reached', () => {
  /** https://man7.org/linux/man-pages/man7/ip.7.html and tcp.7, and what Node reports about names. */
  const codes = [
    ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EADDRNOTAVAIL'],
    ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET', 'ENONET', 'ENOTCONN', 'EPROTO'],
    ...['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'],
  ]

  test('is unavailable for the moment, whichever error the network gives', () => {
    const failures = codes.map((code) => toStoreError(Object.assign(new Error(`read ${code}`), { code })))
    expect(failures).toMatchObject(codes.map(() => ({ code: 'DATABASE_UNAVAILABLE', status: 503 })))
  })

  test('is unavailable when each of its addresses fails', () => {
    const errors = ['EHOSTUNREACH', 'ENETUNREACH'].map((code) => Object.assign(new Error(code), { code }))
    expect(toStoreError(new AggregateError(errors))).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  })

  test('is not blamed for an error of our own', () => {
    const bugs = [new TypeError('x is not a function'), new AggregateError([new Error('ours')])]
    expect(bugs.map(toStoreError)).toEqual([undefined, undefined])
  })

  /** The failure that a caller gets when the first statement on the database finds no connection. */
  async function failureAt(url: URL) {
    const store = await openExistingStore({ databaseUrl: url.href, dataDir: '' })
    onTestFinished(() => store?.close())
    const error: unknown = await store?.ping().catch((reason: unknown) => reason)
    return toStoreError(error)
  }

  test.skipIf(testDatabaseUrl() === '')(
    'is unavailable when it refuses TLS, the user or the database',
    async () => {
      const port = await openDatabasePort(inject('databaseUrl'))
      onTestFinished(() => port.close())
      const [withoutTls, unknownUser, unknownDatabase] = [
        new URL(port.url),
        new URL(port.url),
        new URL(port.url),
      ]
      withoutTls.searchParams.set('sslmode', 'verify-full')
      unknownUser.username = 'nobody_has_this_name'
      unknownDatabase.pathname = '/nobody_has_this_name'
      const failures = await Promise.all([withoutTls, unknownUser, unknownDatabase].map(failureAt))
      expect(failures).toMatchObject(failures.map(() => ({ code: 'DATABASE_UNAVAILABLE' })))
    },
  )
})
