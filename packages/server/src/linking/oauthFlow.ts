// The OAuth flow of a link: its start, and the URLs involved.

import { createHash } from 'node:crypto'
import { type Link, openLinkStatuses, updateLink } from '../store/links.ts'
import { getProvider, type LinkingDeps } from './linking.ts'
import { linkCell, sha256Hex } from './linkSecrets.ts'
import { LinkEnded } from './linkStatus.ts'

/** Returns the URL at the platform to redirect the browser to. A new start replaces the flow in progress. */
export async function startOauthFlow(
  linking: Pick<LinkingDeps, 'store' | 'runtime' | 'vault' | 'providers' | 'publicUrl'>,
  link: Link,
  browserSecret: string,
  isRetry: boolean,
): Promise<string> {
  const { store, runtime, vault } = linking
  const provider = getProvider(linking, link)
  const state = runtime.randomBytes(32).toString('base64url')
  const verifier = provider.usesPkce ? runtime.randomBytes(32).toString('base64url') : ''
  const isUpdated = await updateLink(store.db, link.id, openLinkStatuses, {
    status: 'started',
    error_code: '',
    browser_hash: sha256Hex(browserSecret),
    state_hash: sha256Hex(state),
    pkce_verifier: vault.encrypt(linkCell(link, 'pkce_verifier'), verifier),
    draft: '',
  })
  if (!isUpdated) throw new LinkEnded()
  return provider.buildAuthorizeUrl({
    state,
    redirectUri: getCallbackUrl(linking, link.platform),
    challenge: verifier === '' ? '' : createHash('sha256').update(verifier).digest('base64url'),
    rerequestDeclined: isRetry,
  })
}

/** The page names this host before the user leaves. */
export function getSignInHost(linking: Pick<LinkingDeps, 'providers'>, link: Link): string {
  const emptyFlow = { state: '', redirectUri: '', challenge: '', rerequestDeclined: false }
  return new URL(getProvider(linking, link).buildAuthorizeUrl(emptyFlow)).host
}

export function getCallbackUrl({ publicUrl }: Pick<LinkingDeps, 'publicUrl'>, platform: string): string {
  return `${publicUrl}/connect/callback/${platform}`
}
