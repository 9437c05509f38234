// Errors that count as failures of the database. Transactions conflict on PostgreSQL only, because SQLite
// serializes writers.

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
  'a transaction that PostgreSQL aborts because of another transaction',
  () => {
    test('is reported as DATABASE_UNAVAILABLE with retryAfterSeconds after a deadlock', async () => {
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

    test('is reported as DATABASE_UNAVAILABLE after a serialization failure', async () => {
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
  /**
   * Codes of https://man7.org/linux/man-pages/man7/ip.7.html and tcp.7, and codes of name resolution in Node.
   */
  const codes = [
    ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EADDRNOTAVAIL'],
    ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET', 'ENONET', 'ENOTCONN', 'EPROTO'],
    ...['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'],
  ]

  test('is reported as DATABASE_UNAVAILABLE for every network error code', () => {
    const failures = codes.map((code) => toStoreError(Object.assign(new Error(`read ${code}`), { code })))
    expect(failures).toMatchObject(codes.map(() => ({ code: 'DATABASE_UNAVAILABLE', status: 503 })))
  })

  test('is reported as DATABASE_UNAVAILABLE when each of its addresses fails', () => {
    const errors = ['EHOSTUNREACH', 'ENETUNREACH'].map((code) => Object.assign(new Error(code), { code }))
    expect(toStoreError(new AggregateError(errors))).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  })

  test('is not reported for errors in the code of adrail', () => {
    const bugs = [new TypeError('x is not a function'), new AggregateError([new Error('ours')])]
    expect(bugs.map(toStoreError)).toEqual([undefined, undefined])
  })

  /** Returns the failure that a caller gets when the first statement finds no connection to the database. */
  async function failureAt(url: URL) {
    const store = await openExistingStore({ databaseUrl: url.href, dataDir: '' })
    onTestFinished(() => store?.close())
    const error: unknown = await store?.ping().catch((reason: unknown) => reason)
    return toStoreError(error)
  }

  test.skipIf(testDatabaseUrl() === '')(
    'is reported as DATABASE_UNAVAILABLE when it refuses TLS, the user or the database name',
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
