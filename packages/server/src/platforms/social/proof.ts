// Proves to the social platform that whoever sends a token also knows the app's secret.

import { createHmac } from 'node:crypto'

/** https://developers.facebook.com/docs/graph-api/guides/secure-requests */
export function appSecretProof(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('hex')
}
