// The marker of a write. A creation has the marker at the platform, and adrail recognizes its own objects by
// it.
//
// With an idempotency key the marker derives from the request. So a retry has the same marker even if the
// database has lost the write. The HMAC key is a service secret, so markers stay the same when the encryption
// keys are rotated.

import { createHmac } from 'node:crypto'
import { loadServiceSecret } from '../linking/serviceSecret.ts'
import type { Vault } from '../linking/vault.ts'
import { canonicalJson } from '../runtime/canonicalJson.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Store } from '../store/tables.ts'
import { entryRetentionMs } from './pruneJournal.ts'

/**
 * Number of bytes of the HMAC-SHA256. 24 hexadecimal digits fit every place where a platform accepts a
 * marker.
 */
const markerBytes = 12
/** A write that is older than this when the database loses it is not searched for. */
const maxGapMs = 2 * 24 * 60 * 60 * 1000

interface MarkedWrite {
  readonly workspaceId: string
  readonly operation: string
  readonly idempotencyKey: string | undefined
  /** When the write was requested. */
  readonly at: number
}

export interface Markers {
  /** Derives the marker from a request with an idempotency key. Otherwise the marker is random. */
  create(write: MarkedWrite): string
  /** Returns all markers that the same request may have had before the database lost it. */
  listCandidates(write: MarkedWrite, marker: string): readonly string[]
}

export function createMarkers(secret: string, runtime: Runtime): Markers {
  const derive = ({ workspaceId, operation, idempotencyKey }: MarkedWrite, period: number) =>
    createHmac('sha256', secret)
      .update(canonicalJson([workspaceId, operation, idempotencyKey, period]))
      .digest('hex')
      .slice(0, 2 * markerBytes)
  return {
    create: (write) =>
      write.idempotencyKey === undefined
        ? runtime.randomBytes(markerBytes).toString('hex')
        : derive(write, toPeriod(write.at)),
    listCandidates: (write, marker) =>
      write.idempotencyKey === undefined
        ? [marker]
        : [...new Set([marker, derive(write, toPeriod(write.at - maxGapMs))])],
  }
}

/**
 * The journal stores an idempotency key for one period. After that the key counts as new, and so does the
 * marker. Otherwise a creation that reuses a key could take an old campaign for its own copy.
 */
const toPeriod = (at: number): number => Math.floor(at / entryRetentionMs)

export async function loadMarkers(store: Store, vault: Vault, runtime: Runtime): Promise<Markers> {
  return createMarkers(await loadServiceSecret(store, vault, runtime, 'marker'), runtime)
}
