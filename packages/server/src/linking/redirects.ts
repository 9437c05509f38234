// Validation of redirect URIs: after linking, adrail redirects users
// only to addresses that the workspace registered.

import { toLinkPlatform } from '../platforms/connector-kit/platformNames.ts'
import type { LinkFailureReason } from '../platforms/connector-kit/provider.ts'
import type { Link } from '../store/links.ts'
import type { Store } from '../store/tables.ts'
import { findWorkspace, listRedirectUris } from '../store/workspaces.ts'
import type { LinkingDeps } from './linking.ts'
import { linkCell } from './linkSecrets.ts'
import { getCurrentLinkStatus } from './linkStatus.ts'
import { problemTexts } from './problemTexts.ts'

export async function isRedirectAllowed(
  store: Store,
  workspaceId: string,
  redirectUri: string,
): Promise<boolean> {
  const target = parseRedirectUri(redirectUri)
  if (!target) return false
  if (isLoopback(target)) {
    const workspace = await findWorkspace(store.db, workspaceId)
    if (workspace?.loopback_redirects === 1) return true
  }
  const registered = await listRedirectUris(store.db, workspaceId)
  return registered.some((uri) => {
    const allowed = parseRedirectUri(uri)
    // Scheme, host, port and path have to match exactly. The query belongs to the caller.
    return allowed !== undefined && allowed.origin === target.origin && allowed.pathname === target.pathname
  })
}

/** Returns the reason why an address cannot be registered, or undefined when it can. */
export function findRedirectProblem(uri: string): string | undefined {
  const url = parseRedirectUri(uri)
  if (!url)
    return 'must be an absolute URL as a browser shows it: no user name, fragment, default port or path with dots, and a host of lowercase letters, digits, dots and hyphens.'
  if (url.protocol !== 'https:' && !isLoopback(url))
    return 'must begin with https:// (http:// only for this machine).'
  return undefined
}

/** The URL parser repairs many malformed inputs. A URI that it would change before the query is refused. */
function parseRedirectUri(uri: string): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what this is for.
  if (/[\u0000-\u0020\u007f\\#]/.test(uri) || !URL.canParse(uri)) return undefined
  const url = new URL(uri)
  const [beforeQuery = ''] = uri.split('?', 1)
  const canonical = url.origin + url.pathname
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:'
  const isPlain = plainHostPattern.test(url.hostname) || isLoopback(url)
  return isHttp && isPlain && (beforeQuery === canonical || `${beforeQuery}/` === canonical) ? url : undefined
}

/** Browsers also accept hosts such as `*.example.com`, which is not a wildcard there. */
const plainHostPattern = /^[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)*$/

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

/** Returns the caller's redirect URI with the outcome of an ended link, or undefined when there is none. */
export async function buildFinalRedirect(
  linking: Pick<LinkingDeps, 'store' | 'vault' | 'times'>,
  link: Link,
): Promise<string | undefined> {
  const { store, vault } = linking
  if (link.redirect_uri === '' || !(await isRedirectAllowed(store, link.workspace_id, link.redirect_uri)))
    return undefined
  const status = outcomeByStatus[getCurrentLinkStatus(linking, link)]
  if (status === undefined) return undefined
  const state = vault.decrypt(linkCell(link, 'caller_state'), link.caller_state)
  // The cast is safe, because only a `LinkFailureReason` is ever stored as the error code.
  return addParameters(link.redirect_uri, {
    status,
    platform: toLinkPlatform(link.platform),
    ...(state === '' ? {} : { state }),
    ...(link.error_code === ''
      ? {}
      : {
          error: link.error_code,
          error_description: problemTexts[link.error_code as LinkFailureReason] ?? '',
        }),
  })
}

const reservedParameters = ['status', 'platform', 'state', 'error', 'error_description']

/** Adds parameters without rewriting the caller's query. Reserved names in the caller's query are dropped. */
function addParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  const [address = '', query = ''] = uri.split(/\?(.*)/s)
  const callerPairs = query
    .split('&')
    .filter(
      (pair) =>
        pair !== '' &&
        ![...new URLSearchParams(pair).keys()].some((name) => reservedParameters.includes(name)),
    )
  const addedPairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${address}?${[...callerPairs, ...addedPairs].join('&')}`
}

const outcomeByStatus: Readonly<Record<string, string>> = {
  completed: 'success',
  cancelled: 'cancelled',
  failed: 'error',
  expired: 'expired',
}
