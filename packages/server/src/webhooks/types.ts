import type { WebhookEndpoint } from '../store/webhookEndpoints.ts'

/** Which events an endpoint takes; none for all. */
export function typesOf({ types }: Pick<WebhookEndpoint, 'types'>): string[] {
  return types === '' ? [] : types.split(' ')
}
