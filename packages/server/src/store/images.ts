// Uploaded images. Their bytes are in chunks, so that no statement carries a large value. Every change of a
// workspace's images locks the row with its usage first, so concurrent changes follow each other.

import type { Insertable, Selectable } from 'kysely'
import type { Db, ImageTable } from './tables.ts'

export type StoredImage = Selectable<ImageTable>

/** How long an image is kept after its latest upload or use. */
export const imageRetentionDays = 30

const chunkBytes = 1024 * 1024

/** Returns the image of a workspace. Expired images do not exist, also before they are deleted. */
export async function findImage(
  db: Db,
  workspaceId: string,
  id: string,
  now: number,
): Promise<StoredImage | undefined> {
  return await db
    .selectFrom('images')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Prolongs the retention. Returns undefined when the workspace has no such image. */
export async function prolongImage(
  db: Db,
  workspaceId: string,
  id: string,
  expiresAt: number,
): Promise<StoredImage | undefined> {
  return await db
    .updateTable('images')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .returningAll()
    .executeTakeFirst()
}

/** Counts the bytes of a new image. Returns false, and counts nothing, if the workspace would exceed the quota. */
export async function reserveImageBytes(
  transaction: Db,
  workspaceId: string,
  size: number,
  quota: number,
): Promise<boolean> {
  if (size > quota) return false
  const reserved = await transaction
    .insertInto('image_usage')
    .values({ workspace_id: workspaceId, size })
    .onConflict((conflict) =>
      conflict
        .column('workspace_id')
        .doUpdateSet((set) => ({ size: set('image_usage.size', '+', size) }))
        .where('image_usage.size', '<=', quota - size),
    )
    .returning('workspace_id')
    .executeTakeFirst()
  return reserved !== undefined
}

/** Inserts the image with the bytes of its parts. Throws if another transaction has inserted the image. */
export async function insertImage(
  transaction: Db,
  image: Insertable<ImageTable>,
  parts: readonly Buffer[],
): Promise<void> {
  await transaction.insertInto('images').values(image).execute()
  let number = 0
  for (const bytes of toChunks(parts)) {
    await transaction.insertInto('image_chunks').values({ image_id: image.id, number, bytes }).execute()
    number++
  }
}

/** Copies the parts to chunks of equal size, one at a time. */
function* toChunks(parts: readonly Buffer[]): Generator<Buffer> {
  let chunk = Buffer.alloc(0)
  let remaining = parts.reduce((sum, { length }) => sum + length, 0)
  let filled = 0
  for (const part of parts)
    for (let offset = 0; offset < part.length; ) {
      if (filled === chunk.length) {
        chunk = Buffer.allocUnsafe(Math.min(chunkBytes, remaining))
        filled = 0
      }
      const copied = part.copy(chunk, filled, offset)
      offset += copied
      filled += copied
      remaining -= copied
      if (filled === chunk.length) yield chunk
    }
}

/** Reads the bytes of an image. Returns undefined when it was deleted, also while it is read. */
export async function readImageBytes(
  db: Db,
  { id, size }: Pick<StoredImage, 'id' | 'size'>,
): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(size)
  let offset = 0
  for (let number = 0; offset < size; number++) {
    const chunk = await db
      .selectFrom('image_chunks')
      .select('bytes')
      .where('image_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!chunk) return undefined
    bytes.set(chunk.bytes, offset)
    offset += chunk.bytes.length
  }
  return bytes
}

/** Returns whether the workspace had the image. */
export async function deleteImage(transaction: Db, workspaceId: string, id: string): Promise<boolean> {
  await lockUsage(transaction, workspaceId)
  const deleted = await selectForDeletion(transaction, workspaceId, [id]).execute()
  await releaseBytes(transaction, workspaceId, deleted)
  return deleted.length > 0
}

/** Lists images whose retention has ended, the oldest first. */
export async function listExpiredImages(
  db: Db,
  now: number,
  limit: number,
): Promise<Pick<StoredImage, 'id' | 'workspace_id'>[]> {
  return await db
    .selectFrom('images')
    .select(['id', 'workspace_id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Deletes those of the images whose retention was not prolonged since. */
export async function deleteExpiredImages(
  transaction: Db,
  workspaceId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await lockUsage(transaction, workspaceId)
  const deleted = await selectForDeletion(transaction, workspaceId, ids)
    .where('expires_at', '<=', now)
    .execute()
  await releaseBytes(transaction, workspaceId, deleted)
}

/** The chunks are deleted with their image. */
function selectForDeletion(transaction: Db, workspaceId: string, ids: readonly string[]) {
  return transaction
    .deleteFrom('images')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .returning('size')
}

async function lockUsage(transaction: Db, workspaceId: string): Promise<void> {
  await changeUsage(transaction, workspaceId, 0)
}

async function releaseBytes(
  transaction: Db,
  workspaceId: string,
  deleted: readonly Pick<StoredImage, 'size'>[],
): Promise<void> {
  const bytes = deleted.reduce((sum, { size }) => sum + size, 0)
  if (bytes > 0) await changeUsage(transaction, workspaceId, -bytes)
}

async function changeUsage(transaction: Db, workspaceId: string, bytes: number): Promise<void> {
  await transaction
    .updateTable('image_usage')
    .set((set) => ({ size: set('size', '+', bytes) }))
    .where('workspace_id', '=', workspaceId)
    .execute()
}
