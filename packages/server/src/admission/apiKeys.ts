// API keys: their format, creation and parsing. Only a hash of the secret is ever stored.

import { hash, timingSafeEqual } from 'node:crypto'
import type { Scope } from '@adrail/contract'
import { makeId, type Runtime } from '../runtime/runtime.ts'
import { type ApiKey, getKeyLine, insertKey, serializeScopes } from '../store/keys.ts'
import type { Db } from '../store/tables.ts'

/**
 * `adr_<public id>_<secret><checksum>`. The checksum lets scanners and adrail detect mistyped keys without a
 * lookup.
 */
const keyPattern = /^adr_([0-9a-z]{8})_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/

export interface ParsedApiKey {
  readonly publicId: string
  readonly secret: string
  readonly checksum: string
}

/** Parses a text that has the format of a key. */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  const [, publicId, secret, checksum] = keyPattern.exec(text) ?? []
  return publicId && secret && checksum ? { publicId, secret, checksum } : undefined
}

/** Detects a mistyped key without a lookup. */
export function hasValidChecksum(key: ParsedApiKey): boolean {
  return key.checksum === computeChecksum(key)
}

/** Compares a secret with the secret hash of a key in constant time. */
export function secretMatches(secretHash: Buffer, secret: string): boolean {
  return timingSafeEqual(secretHash, Buffer.from(hashSecret(secret)))
}

/** The secret hash as bytes of its text. Creating a raw 32-byte digest costs Node three times as much. */
export function secretHashBytes(key: ApiKey): Buffer {
  return Buffer.from(key.secret_hash)
}

export interface NewApiKey {
  readonly workspaceId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt?: number | null
  /** The key that this key succeeds. */
  readonly predecessor?: ApiKey
}

/** Creates and stores a key. Its text is returned only here. */
export async function insertNewApiKey(
  db: Db,
  runtime: Runtime,
  newKey: NewApiKey,
): Promise<{ key: ApiKey; text: string }> {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const publicId = Array.from(runtime.randomBytes(8), (byte) => alphabet[byte & 31]).join('')
  const secret = runtime.randomBytes(32).toString('base64url')
  const key: ApiKey = {
    id: makeId('key', runtime),
    workspace_id: newKey.workspaceId,
    name: newKey.name,
    public_id: publicId,
    // 256 random bits cannot be guessed, so they need no slow hash.
    secret_hash: hashSecret(secret),
    scopes: serializeScopes(newKey.scopes),
    created_at: runtime.now(),
    expires_at: newKey.expiresAt ?? null,
    revoked_at: null,
    last_used_at: null,
    line: newKey.predecessor ? getKeyLine(newKey.predecessor) : '',
    counted_with: newKey.predecessor?.counted_with ?? '',
  }
  await insertKey(db, key)
  return { key, text: `adr_${publicId}_${secret}${computeChecksum({ publicId, secret })}` }
}

function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

export function computeChecksum({ publicId, secret }: Omit<ParsedApiKey, 'checksum'>): string {
  return hash('sha256', `${publicId}_${secret}`, 'base64url').slice(0, 6)
}
