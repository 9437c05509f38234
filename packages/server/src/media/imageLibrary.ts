// Uploaded images of workspaces, stored once per content and within a quota.

import { createHash } from 'node:crypto'
import { KeyedMutex } from '../concurrency/keyedMutex.ts'
import type { Metrics } from '../observability/metrics.ts'
import { dayMs } from '../runtime/durations.ts'
import { ServiceError } from '../runtime/errors.ts'
import { hashToId, type Runtime } from '../runtime/runtime.ts'
import {
  imageRetentionDays,
  insertImage,
  prolongImage,
  reserveImageBytes,
  type StoredImage,
} from '../store/images.ts'
import type { Db, Store } from '../store/tables.ts'
import { inspectImage } from './inspectImage.ts'
import { ImageProblem, type ParsedImage } from './parsedImage.ts'

export interface ImageLibraryDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly metrics: Metrics
}

export interface UploadedImage {
  readonly image: StoredImage
  /** False if the workspace had the image already. */
  readonly created: boolean
}

type RecordAudit = (transaction: Db, image: StoredImage) => Promise<void>

const hashChunkBytes = 1024 * 1024

export class ImageLibrary {
  readonly #deps: ImageLibraryDeps
  readonly #quotaBytes: number
  /** Inflating a PNG keeps a thread busy. One image at a time leaves threads for other workspaces. */
  readonly #inspections = new KeyedMutex()

  constructor(deps: ImageLibraryDeps, quotaBytes: number) {
    this.#deps = deps
    this.#quotaBytes = quotaBytes
  }

  /** Stores the image with its audit entry in one transaction, or prolongs the retention of a stored one. */
  async upload(workspaceId: string, bytes: Buffer, recordAudit: RecordAudit): Promise<UploadedImage> {
    const { metrics } = this.#deps
    try {
      const parsed = await this.#inspections.run(workspaceId, () => inspectImage(bytes))
      const uploaded = await this.#store(workspaceId, parsed, recordAudit)
      metrics.count('imageUploads', uploaded.created ? 'stored' : 'known')
      return uploaded
    } catch (error) {
      if (error instanceof ImageProblem) {
        metrics.count('imageUploads', 'not_accepted')
        throw new ServiceError('IMAGE_NOT_ACCEPTED', { values: { problem: error.message } })
      }
      if (error instanceof ServiceError && error.code === 'IMAGE_QUOTA_EXCEEDED')
        metrics.count('imageUploads', 'quota')
      throw error
    }
  }

  async #store(workspaceId: string, parsed: ParsedImage, recordAudit: RecordAudit): Promise<UploadedImage> {
    const { store, runtime } = this.#deps
    const { parts, type, width, height } = parsed
    const digest = await this.#hash(parts)
    const now = runtime.now()
    const expiresAt = now + imageRetentionDays * dayMs
    // The id derives from the content, so every process assigns the same id to the same image.
    const id = hashToId('img', `${workspaceId} ${digest}`)
    const findStored = () => prolongImage(store.db, workspaceId, id, expiresAt)
    const known = await findStored()
    if (known) return { image: known, created: false }
    const image: StoredImage = {
      id,
      workspace_id: workspaceId,
      digest,
      type,
      width,
      height,
      size: parts.reduce((sum, { length }) => sum + length, 0),
      created_at: now,
      expires_at: expiresAt,
    }
    try {
      await store.db.transaction().execute(async (transaction) => {
        if (!(await reserveImageBytes(transaction, workspaceId, image.size, this.#quotaBytes)))
          throw new ServiceError('IMAGE_QUOTA_EXCEEDED', { values: { limit: this.#quotaBytes } })
        await insertImage(transaction, image, parts)
        await recordAudit(transaction, image)
      })
      return { image, created: true }
    } catch (error) {
      // Another request may have stored the same image in the meantime.
      const concurrent = await findStored()
      if (concurrent) return { image: concurrent, created: false }
      throw error
    }
  }

  async #hash(parts: readonly Buffer[]): Promise<string> {
    const hash = createHash('sha256')
    for (const part of parts)
      for (let offset = 0; offset < part.length; offset += hashChunkBytes) {
        hash.update(part.subarray(offset, offset + hashChunkBytes))
        if (part.length > hashChunkBytes) await this.#deps.runtime.yieldToLoop()
      }
    return hash.digest('hex')
  }
}
