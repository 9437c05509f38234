// The OAuth flow of a link: its start, and the URLs involved.

import { createHash } from 'node:crypto'
import { type Link, openStatuses, updateLink } from '../store/links.ts'
import { type Linking, providerOf } from './linking.ts'
import { hashOf, linkCell } from './linkSecrets.ts'
import { LinkEnded } from './linkStatus.ts'

/** Returns the URL at the platform to redirect the browser to. A new start replaces the flow in progress. */
export async function startTrip(
  linking: Linking,
  link: Link,
  browser: string,
  again: boolean,
): Promise<string> {
  const { store, runtime, vault } = linking
  const provider = providerOf(linking, link)
  const state = runtime.randomBytes(32).toString('base64url')
  const verifier = provider.usesPkce ? runtime.randomBytes(32).toString('base64url') : ''
  const started = await updateLink(store.db, link.id, openStatuses, {
    status: 'started',
    error_code: '',
    browser_hash: hashOf(browser),
    state_hash: hashOf(state),
    pkce_verifier: vault.seal(linkCell(link, 'pkce_verifier'), verifier),
    draft: '',
  })
  if (!started) throw new LinkEnded()
  return provider.authorizeUrl({
    state,
    redirectUri: callbackOf(linking, link.platform),
    challenge: verifier === '' ? '' : createHash('sha256').update(verifier).digest('base64url'),
    again,
  })
}

/** The page names this host before the user leaves. */
export function signInHost(linking: Linking, link: Link): string {
  const trip = { state: '', redirectUri: '', challenge: '', again: false }
  return new URL(providerOf(linking, link).authorizeUrl(trip)).host
}

export function callbackOf(linking: Linking, platform: string): string {
  return `${linking.publicUrl}/connect/callback/${platform}`
}
