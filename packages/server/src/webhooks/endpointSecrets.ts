// The secrets of an endpoint: the newest and, for a while, the previous ones. All are encrypted in one cell.

import type { Vault } from '../linking/vault.ts'
import type { WebhookEndpoint } from '../store/webhookEndpoints.ts'

interface Secret {
  readonly secret: string
  /** The newest secret does not expire. */
  readonly until?: number
}

type EndpointKey = Pick<WebhookEndpoint, 'id' | 'workspace_id'>

const maxSecrets = 5

const secretCell = ({ id, workspace_id }: EndpointKey) =>
  ({ workspaceId: workspace_id, table: 'webhook_endpoints', id, column: 'secrets' }) as const

export function encryptFirstSecret(vault: Vault, endpoint: EndpointKey, secret: string): string {
  return encryptSecrets(vault, endpoint, [{ secret }])
}

/** Returns the cell with a new secret. The previous secrets stay valid until the given time. */
export function encryptRotatedSecrets(
  vault: Vault,
  endpoint: WebhookEndpoint,
  secret: string,
  { now, until }: { readonly now: number; readonly until: number },
): string {
  const previous = decryptValidSecrets(vault, endpoint, now).map((entry) => ({
    secret: entry.secret,
    until: Math.min(entry.until ?? until, until),
  }))
  const retained = until > now ? previous.slice(0, maxSecrets - 1) : []
  return encryptSecrets(vault, endpoint, [{ secret }, ...retained])
}

/** Returns every valid secret, the newest first. */
export function listValidSecrets(vault: Vault, endpoint: WebhookEndpoint, now: number): string[] {
  return decryptValidSecrets(vault, endpoint, now).map(({ secret }) => secret)
}

function decryptValidSecrets(vault: Vault, endpoint: WebhookEndpoint, now: number): Secret[] {
  // Only `seal` writes this cell.
  const all = JSON.parse(vault.decrypt(secretCell(endpoint), endpoint.secrets)) as Secret[]
  return all.filter(({ until }) => until === undefined || until > now)
}

function encryptSecrets(vault: Vault, endpoint: EndpointKey, secrets: readonly Secret[]): string {
  return vault.encrypt(secretCell(endpoint), JSON.stringify(secrets))
}
