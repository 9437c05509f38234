// Uploads that a test interrupts at a chosen phase by killing the process, and checks of the stored images.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { type ClientRequest, request as startRequest } from 'node:http'
import { join } from 'node:path'
import {
  type Installation,
  postText,
  type ServiceProcess,
  type Store,
  sql,
  testDatabaseUrl,
  withStore,
} from '@adrail/server/testing'
import { expect } from 'vitest'

interface Upload {
  readonly installation: Installation
  readonly service: ServiceProcess
  readonly apiKey: string
  readonly image: Buffer
}

interface Phase {
  readonly name: string
  /** Whether the image is stored when the process dies in this phase. */
  readonly isStored: boolean
  /** Uploads the image, and kills the process in this phase. */
  killDuring(upload: Upload): Promise<void>
}

const commitPhase: Phase = {
  name: 'in the commit',
  isStored: true,
  killDuring: (interrupted) => killWhilePostgresWaits(interrupted, 'commit'),
}

const onPostgres = testDatabaseUrl() !== ''

export const phases: readonly Phase[] = [
  {
    name: 'before the body',
    isStored: false,
    async killDuring(interrupted) {
      await announce(interrupted)
      await kill(interrupted.service)
    },
  },
  {
    name: 'in the middle of the body',
    isStored: false,
    async killDuring(interrupted) {
      const { image, service } = interrupted
      const request = await announce(interrupted)
      await new Promise((resolve) => request.write(image.subarray(0, image.length / 2), resolve))
      await kill(service)
    },
  },
  {
    name: 'after the chunks are stored and before the commit',
    isStored: false,
    killDuring: (interrupted) =>
      onPostgres ? killWhilePostgresWaits(interrupted, 'audit') : killWhileSqliteIsBusy(interrupted),
  },
  // SQLite commits within the process, where no other connection can delay the commit.
  ...(onPostgres ? [commitPhase] : []),
  {
    name: 'after the response',
    isStored: true,
    async killDuring({ service, apiKey, image }) {
      expect((await upload(service.url, apiKey, image)).status).toBe(200)
      await kill(service)
    },
  },
]

export async function upload(url: string, apiKey: string, image: Buffer) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'image/png' }
  const { status, text } = await postText(`${url}/media/upload_image`, image, headers)
  // Every response of the service is an envelope.
  const { results } = JSON.parse(text) as { results: Readonly<Record<string, unknown>> }
  return { status, results }
}

export async function kill(service: ServiceProcess): Promise<void> {
  service.kill('SIGKILL')
  await service.exit
}

export function toDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Returns the digests of the stored images. Fails when an image lacks bytes, when bytes belong to no image, or
 * when the quota counts other bytes than these.
 */
export async function readWholeImages({ db }: Store): Promise<string[]> {
  const images = await db.selectFrom('images').selectAll().execute()
  const chunks = await db.selectFrom('image_chunks').selectAll().orderBy('number').execute()
  const usage = await db.selectFrom('image_usage').select('size').execute()
  const chunksById = Map.groupBy(chunks, ({ image_id }) => image_id)
  const ids = images.map(({ id }) => id)
  expect([...chunksById.keys()].sort()).toEqual(ids.sort())
  const storedBytes = images.map(({ id }) =>
    Buffer.concat((chunksById.get(id) ?? []).map(({ bytes }) => bytes)),
  )
  expect(storedBytes.map((bytes) => [bytes.length, toDigest(bytes)])).toEqual(
    images.map(({ size, digest }) => [size, digest]),
  )
  const countBytes = (rows: readonly { readonly size: number }[]) =>
    rows.reduce((sum, { size }) => sum + size, 0)
  expect(countBytes(usage)).toBe(countBytes(images))
  return images.map(({ digest }) => digest)
}

/** Returns how many images were stored, as the audit log records. */
export async function countUploadEntries({ db }: Store): Promise<number> {
  const entries = await db
    .selectFrom('audit_entries')
    .select('number')
    .where('event', '=', 'image.uploaded')
    .execute()
  return entries.length
}

/** Sends the headers of an upload, and waits until the process has received them. */
async function announce({ service, apiKey, image }: Upload): Promise<ClientRequest> {
  const request = startRequest(`${service.url}/media/upload_image`, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'content-type': 'image/png',
      'content-length': image.length,
      expect: '100-continue',
    },
  })
  // The connection breaks when the process dies.
  request.on('error', () => {})
  request.flushHeaders()
  await once(request, 'continue')
  return request
}

/** The test holds this advisory lock while a trigger in the transaction of the upload waits for the lock. */
const lockKey = 47

/**
 * Delays the transaction of the upload on PostgreSQL, after its last statement or in its commit. When the
 * process is dead, the database continues the transaction.
 */
async function killWhilePostgresWaits(interrupted: Upload, point: 'audit' | 'commit'): Promise<void> {
  const { installation, service, apiKey, image } = interrupted
  await withStore(installation, async ({ db }) => {
    await sql`create function wait_for_test() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(${sql.lit(lockKey)}); return null; end'`.execute(db)
    await (point === 'audit'
      ? sql`create trigger wait_for_test after insert on audit_entries
          for each row when (new.event = 'image.uploaded') execute function wait_for_test()`
      : sql`create constraint trigger wait_for_test after insert on images
          deferrable initially deferred for each row execute function wait_for_test()`
    ).execute(db)
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(transaction)
      const response = upload(service.url, apiKey, image).catch(() => undefined)
      const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted and database =
        (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await waiting.execute(transaction)).rows.length).toBe(1)
      await kill(service)
      expect(await response).toBeUndefined()
    })
    // Waits for the end of the transaction of the upload. The trigger is removed with its function.
    await sql`drop function wait_for_test cascade`.execute(db)
  })
}

/** The default page cache of SQLite has 2,000 KiB. SQLite writes all other pages before the commit. */
const sqliteCacheBytes = 2000 * 1024

/** Delays the transaction of the upload on SQLite after its last statement, by a trigger that never ends. */
async function killWhileSqliteIsBusy({ installation, service, apiKey, image }: Upload): Promise<void> {
  const countBytes = () => statSync(join(installation.dataDir, 'adrail.db-wal')).size
  await withStore(installation, async ({ db }) => {
    // SQLite permits recursive expressions in views, and not in triggers.
    await sql`create view endless as with recursive numbers(n) as
      (select 1 union all select n + 1 from numbers) select n from numbers`.execute(db)
    await sql`create trigger wait_for_test after insert on audit_entries when new.event = 'image.uploaded'
      begin select count(*) from endless; end`.execute(db)
    const earlierBytes = countBytes()
    const response = upload(service.url, apiKey, image).catch(() => undefined)
    await expect.poll(() => countBytes() - earlierBytes).toBeGreaterThan(image.length - sqliteCacheBytes)
    await kill(service)
    expect(await response).toBeUndefined()
    await sql`drop trigger wait_for_test`.execute(db)
    await sql`drop view endless`.execute(db)
  })
}
