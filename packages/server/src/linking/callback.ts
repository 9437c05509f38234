// Handles the redirect from the platform back to adrail, up to a choice or a connection.

import {
  CodeExchangeError,
  type Grant,
  type LinkFailureReason,
  type Provider,
  TokenRequestError,
} from '../platforms/connector-kit/provider.ts'
import { UpstreamFailure } from '../platforms/connector-kit/upstreamFailure.ts'
import { findCredentialOfPerson } from '../store/credentials.ts'
import { toStoreError } from '../store/failures.ts'
import { consumeOauthState, findLinkByStateHash, type Link, updateLink } from '../store/links.ts'
import { commitChoice, findPreviousPerson, listUsableOptions } from './choice.ts'
import { getDefinition, getProvider, type LinkingDeps, platformNow } from './linking.ts'
import { linkCell, sha256Hex } from './linkSecrets.ts'
import { endLink, reopenLink } from './linkStatus.ts'
import { getCallbackUrl } from './oauthFlow.ts'

/**
 * The callback belongs to no OAuth flow of this browser. The response reveals nothing and redirects nowhere.
 */
export class ForeignCallback extends Error {}

/** After a callback, the user chooses, can retry, or the link has ended. */
export interface CallbackResult {
  readonly link: Link
  readonly next: 'choose' | 'again' | 'done'
}

/** adrail uses the code or error of the callback only after every check has passed. */
export async function handleCallback(
  linking: LinkingDeps,
  platform: string,
  parameters: URLSearchParams,
  getBrowserSecret: (linkId: string) => string | undefined,
): Promise<CallbackResult> {
  const link = await consumeCallback(linking, platform, parameters, getBrowserSecret)
  const problem = getProvider(linking, link).parseRefusal(parameters)
  if (problem === 'access_denied') return await endAndReturn(linking, link, 'cancelled', problem)
  if (problem !== undefined)
    return await handleFailure(
      linking,
      link,
      new CodeExchangeError(problem, `consent: ${platformErrorText(parameters)}`),
    )
  try {
    return await evaluateGrant(linking, link, await exchange(linking, link, parameters.get('code') ?? ''))
  } catch (error) {
    return await handleFailure(linking, link, error)
  }
}

function platformErrorText(parameters: URLSearchParams): string {
  const names = ['error', 'error_code', 'error_description', 'error_message']
  const values = names.flatMap((name) => parameters.get(name) ?? [])
  return values.join(' ').slice(0, 300)
}

/** A state is consumed once, so that a callback completes at most one OAuth flow. */
async function consumeCallback(
  linking: Pick<LinkingDeps, 'store' | 'times' | 'providers'>,
  platform: string,
  parameters: URLSearchParams,
  getBrowserSecret: (linkId: string) => string | undefined,
): Promise<Link> {
  const { store } = linking
  const stateHash = sha256Hex(parameters.get('state') ?? '')
  const link = await findLinkByStateHash(store.db, stateHash)
  if (!link || link.platform !== platform || link.expires_at <= platformNow(linking, link))
    throw new ForeignCallback('unknown state')
  const secret = getBrowserSecret(link.id)
  if (secret === undefined || sha256Hex(secret) !== link.browser_hash)
    throw new ForeignCallback('another browser')
  // No platform sends a malformed callback. The flow stays open because the real callback may still arrive.
  if (!isWellFormed(parameters, getProvider(linking, link))) throw new ForeignCallback('malformed')
  if (!(await consumeOauthState(store.db, link.id, stateHash))) throw new ForeignCallback('used state')
  return link
}

/**
 * A valid callback has one code or one error, no repeated parameters, and
 * the expected issuer if it names one (RFC 9207).
 */
function isWellFormed(parameters: URLSearchParams, { issuers = [] }: Provider): boolean {
  const count = (name: string) => parameters.getAll(name).length
  const hasDuplicates = ['state', 'code', 'error', 'error_code', 'iss'].some((name) => count(name) > 1)
  const isRefused = count('error') > 0 || count('error_code') > 0
  const issuer = parameters.get('iss')
  const isOtherIssuer = issuer !== null && !issuers.includes(issuer)
  return !hasDuplicates && !isOtherIssuer && ((parameters.get('code') || '') !== '') !== isRefused
}

async function exchange(
  linking: Pick<LinkingDeps, 'vault' | 'providers' | 'publicUrl'>,
  link: Link,
  code: string,
): Promise<Grant> {
  const verifier = linking.vault.decrypt(linkCell(link, 'pkce_verifier'), link.pkce_verifier)
  return await getProvider(linking, link).exchangeCode(code, getCallbackUrl(linking, link.platform), verifier)
}

/** A consent leads to a problem, to a choice, or directly to a connection when there is nothing to choose. */
async function evaluateGrant(linking: LinkingDeps, link: Link, grant: Grant): Promise<CallbackResult> {
  const { unlisted = [] } = grant
  if (unlisted.length > 0) linking.log.info('linking.listing_incomplete', { linkId: link.id, unlisted })
  const problem = await findGrantProblem(linking, link, grant)
  if (problem !== undefined) return await reopenAndReturn(linking, link, problem)
  const draft = linking.vault.encrypt(linkCell(link, 'draft'), JSON.stringify(grant))
  const selectingLink = { ...link, status: 'selecting', draft }
  // The user started the flow again meanwhile. The new flow counts.
  if (!(await updateLink(linking.store.db, link.id, ['returned'], { status: 'selecting', draft })))
    return { link, next: 'again' }
  const [account] = listUsableOptions(grant.accounts)
  const pages = listUsableOptions(grant.pages)
  const isUnambiguous = grant.accounts.length === 1 && pages.length <= 1 && unlisted.length === 0
  if (!account || !isUnambiguous || (await findPreviousPerson(linking, link, grant)))
    return { link: selectingLink, next: 'choose' }
  const choice = { accountId: account.id, pageId: pages[0]?.id ?? '', withPhotoAccount: true }
  const committedLink = await commitChoice(linking, selectingLink, choice)
  return { link: committedLink, next: committedLink.status === 'completed' ? 'done' : 'again' }
}

async function findGrantProblem(
  linking: Pick<LinkingDeps, 'store'>,
  link: Link,
  grant: Grant,
): Promise<LinkFailureReason | undefined> {
  if (grant.missing.length > 0) return 'missing_permissions'
  if (listUsableOptions(grant.accounts).length === 0) return 'no_ad_accounts'
  const { selection, tokenPolicy } = getDefinition(link)
  if (selection.includesPage && listUsableOptions(grant.pages).length === 0)
    return grant.unlisted?.length ? 'platform_unavailable' : 'no_pages'
  if (tokenPolicy.requiresRefreshToken && !(await hasRefreshToken(linking, link, grant)))
    return 'no_refresh_token'
  return undefined
}

/** A refresh token that was stored when the same person consented before counts too. */
async function hasRefreshToken(
  { store }: Pick<LinkingDeps, 'store'>,
  link: Link,
  { tokens, person }: Grant,
): Promise<boolean> {
  if (tokens.refreshToken !== '') return true
  const existing = await findCredentialOfPerson(store.db, link.workspace_id, link.platform, person.id)
  return existing !== undefined && existing.refresh_token !== '' && existing.health === 'active'
}

async function handleFailure(
  linking: Pick<LinkingDeps, 'store' | 'runtime' | 'log'>,
  link: Link,
  error: unknown,
): Promise<CallbackResult> {
  const { log } = linking
  // The platform works. The link stays as it is, and its page reports that adrail is busy.
  const storageFailure = toStoreError(error)
  if (storageFailure) throw storageFailure
  if (error instanceof CodeExchangeError) {
    const { problem, message: note } = error
    if (problem === 'app_misconfigured') {
      // Only the operator can fix this. A retry does not help the user.
      log.error('linking.failed', error, { linkId: link.id, problem, note })
      return await endAndReturn(linking, link, 'failed', problem)
    }
    log.info('linking.failed', { linkId: link.id, problem, note })
    return await reopenAndReturn(linking, link, problem)
  }
  if (error instanceof UpstreamFailure || error instanceof TokenRequestError)
    log.info('linking.failed', { linkId: link.id, problem: 'platform_unavailable', note: error.message })
  else log.error('linking.failed', error, { linkId: link.id })
  return await reopenAndReturn(linking, link, 'platform_unavailable')
}

async function reopenAndReturn(
  linking: Pick<LinkingDeps, 'store'>,
  link: Link,
  problem: LinkFailureReason,
): Promise<CallbackResult> {
  return { link: await reopenLink(linking, link, problem), next: 'again' }
}

async function endAndReturn(
  linking: Pick<LinkingDeps, 'store' | 'runtime'>,
  link: Link,
  status: 'cancelled' | 'failed',
  problem: LinkFailureReason,
): Promise<CallbackResult> {
  return { link: await endLink(linking, link, status, problem), next: 'done' }
}
