import { createHash } from 'node:crypto'
import { canonicalJson } from '../runtime/canonicalJson.ts'
import type { WriteRequest } from './journalDeps.ts'

/** Equal requests by a caller for the same user have the same fingerprint. */
export function computeFingerprint({
  operation,
  user,
  body,
}: Pick<WriteRequest, 'operation' | 'user' | 'body'>): string {
  return createHash('sha256')
    .update(canonicalJson([operation, user?.id ?? '', body]))
    .digest('hex')
}
