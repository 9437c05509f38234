// Proof that the sender of a token knows the app secret.

import { createHmac } from 'node:crypto'

/** https://developers.facebook.com/docs/graph-api/guides/secure-requests */
export function computeAppSecretProof(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('hex')
}
