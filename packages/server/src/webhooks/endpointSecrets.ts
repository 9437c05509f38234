// The secrets of an endpoint: the newest and, for a while, the previous ones. All are encrypted in one cell.

import type { Vault } from '../linking/vault.ts'
import type { WebhookEndpoint } from '../store/webhookEndpoints.ts'

interface Secret {
  readonly secret: string
  /** The newest secret does not expire. */
  readonly until?: number
}

type Place = Pick<WebhookEndpoint, 'id' | 'workspace_id'>

const most = 5

const cellOf = ({ id, workspace_id }: Place) =>
  ({ workspaceId: workspace_id, table: 'webhook_endpoints', id, column: 'secrets' }) as const

export function sealFirstSecret(vault: Vault, place: Place, secret: string): string {
  return seal(vault, place, [{ secret }])
}

/** Returns the cell with a new secret. The previous secrets stay valid until the given time. */
export function sealNewSecret(
  vault: Vault,
  endpoint: WebhookEndpoint,
  secret: string,
  { now, until }: { readonly now: number; readonly until: number },
): string {
  const before = good(vault, endpoint, now).map((old) => ({
    secret: old.secret,
    until: Math.min(old.until ?? until, until),
  }))
  const kept = until > now ? before.slice(0, most - 1) : []
  return seal(vault, endpoint, [{ secret }, ...kept])
}

/** Returns every valid secret, the newest first. */
export function goodSecrets(vault: Vault, endpoint: WebhookEndpoint, now: number): string[] {
  return good(vault, endpoint, now).map(({ secret }) => secret)
}

function good(vault: Vault, endpoint: WebhookEndpoint, now: number): Secret[] {
  // Only `seal` writes this cell.
  const all = JSON.parse(vault.open(cellOf(endpoint), endpoint.secrets)) as Secret[]
  return all.filter(({ until }) => until === undefined || until > now)
}

function seal(vault: Vault, place: Place, secrets: readonly Secret[]): string {
  return vault.seal(cellOf(place), JSON.stringify(secrets))
}
