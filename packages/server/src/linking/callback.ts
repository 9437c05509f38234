// Handles the redirect from the platform back to adrail, up to a choice or a connection.

import {
  ConsentRefused,
  type Grant,
  type LinkProblem,
  type Provider,
  RefreshRefused,
} from '../platforms/kit/provider.ts'
import { UpstreamFailure } from '../platforms/kit/upstreamFailure.ts'
import { findCredentialOfPerson } from '../store/credentials.ts'
import { storeFailure } from '../store/failures.ts'
import { consumeState, findLinkByStateHash, type Link, updateLink } from '../store/links.ts'
import { choose, otherPerson, usable } from './choice.ts'
import { type Linking, providerOf, timeAt } from './linking.ts'
import { hashOf, linkCell } from './linkSecrets.ts'
import { end, pause } from './linkStatus.ts'
import { callbackOf } from './trip.ts'

/**
 * The callback belongs to no OAuth flow of this browser. The response reveals nothing and redirects nowhere.
 */
export class ForeignCallback extends Error {}

/** After a callback, the user chooses, can retry, or the link has ended. */
export interface Return {
  readonly link: Link
  readonly next: 'choose' | 'again' | 'done'
}

/** adrail uses the code or error of the callback only after every check has passed. */
export async function comeBack(
  linking: Linking,
  platform: string,
  parameters: URLSearchParams,
  browserOf: (linkId: string) => string | undefined,
): Promise<Return> {
  const link = await takeTrip(linking, platform, parameters, browserOf)
  const problem = providerOf(linking, link).refusal(parameters)
  if (problem === 'access_denied') return await over(linking, link, 'cancelled', problem)
  if (problem !== undefined)
    return await fail(linking, link, new ConsentRefused(problem, `consent: ${wordsIn(parameters)}`))
  try {
    return await weigh(linking, link, await exchange(linking, link, parameters.get('code') ?? ''))
  } catch (error) {
    return await fail(linking, link, error)
  }
}

function wordsIn(parameters: URLSearchParams): string {
  const names = ['error', 'error_code', 'error_description', 'error_message']
  const words = names.flatMap((name) => parameters.get(name) ?? [])
  return words.join(' ').slice(0, 300)
}

/** A state is consumed once, so that a callback completes at most one OAuth flow. */
async function takeTrip(
  linking: Linking,
  platform: string,
  parameters: URLSearchParams,
  browserOf: (linkId: string) => string | undefined,
): Promise<Link> {
  const { store } = linking
  const stateHash = hashOf(parameters.get('state') ?? '')
  const link = await findLinkByStateHash(store.db, stateHash)
  if (!link || link.platform !== platform || link.expires_at <= timeAt(linking, link))
    throw new ForeignCallback('unknown state')
  const browser = browserOf(link.id)
  if (browser === undefined || hashOf(browser) !== link.browser_hash)
    throw new ForeignCallback('another browser')
  // No platform sends a malformed callback. The flow stays open because the real callback may still arrive.
  if (!isWellFormed(parameters, providerOf(linking, link))) throw new ForeignCallback('malformed')
  if (!(await consumeState(store.db, link.id, stateHash))) throw new ForeignCallback('used state')
  return link
}

/**
 * A valid callback has one code or one error, no repeated parameters, and
 * the expected issuer if it names one (RFC 9207).
 */
function isWellFormed(parameters: URLSearchParams, { issuers = [] }: Provider): boolean {
  const count = (name: string) => parameters.getAll(name).length
  const doubled = ['state', 'code', 'error', 'error_code', 'iss'].some((name) => count(name) > 1)
  const refused = count('error') > 0 || count('error_code') > 0
  const issuer = parameters.get('iss')
  const foreign = issuer !== null && !issuers.includes(issuer)
  return !doubled && !foreign && ((parameters.get('code') || '') !== '') !== refused
}

async function exchange(linking: Linking, link: Link, code: string): Promise<Grant> {
  const verifier = linking.vault.open(linkCell(link, 'pkce_verifier'), link.pkce_verifier)
  return await providerOf(linking, link).exchange(code, callbackOf(linking, link.platform), verifier)
}

/** A consent leads to a problem, to a choice, or directly to a connection when there is nothing to choose. */
async function weigh(linking: Linking, link: Link, grant: Grant): Promise<Return> {
  const { unlisted = [] } = grant
  if (unlisted.length > 0) linking.log.info('linking.listing_incomplete', { linkId: link.id, unlisted })
  const problem = await problemOf(linking, link, grant)
  if (problem !== undefined) return await again(linking, link, problem)
  const draft = linking.vault.seal(linkCell(link, 'draft'), JSON.stringify(grant))
  const selecting = { ...link, status: 'selecting', draft }
  // The user started the flow again meanwhile. The new flow counts.
  if (!(await updateLink(linking.store.db, link.id, ['returned'], { status: 'selecting', draft })))
    return { link, next: 'again' }
  const [account] = usable(grant.accounts)
  const pages = usable(grant.pages)
  const nothingToChoose = grant.accounts.length === 1 && pages.length <= 1 && unlisted.length === 0
  if (!account || !nothingToChoose || (await otherPerson(linking, link, grant)))
    return { link: selecting, next: 'choose' }
  const choice = { accountId: account.id, pageId: pages[0]?.id ?? '', withPhotoAccount: true }
  const done = await choose(linking, selecting, choice)
  return { link: done, next: done.status === 'completed' ? 'done' : 'again' }
}

async function problemOf(linking: Linking, link: Link, grant: Grant): Promise<LinkProblem | undefined> {
  if (grant.missing.length > 0) return 'missing_permissions'
  if (usable(grant.accounts).length === 0) return 'no_ad_accounts'
  if (link.platform === 'social' && usable(grant.pages).length === 0)
    return grant.unlisted?.length ? 'platform_unavailable' : 'no_pages'
  if (link.platform === 'search' && !(await isLasting(linking, link, grant))) return 'no_refresh_token'
  return undefined
}

/** A refresh token that was stored when the same person consented before counts too. */
async function isLasting({ store }: Linking, link: Link, { tokens, person }: Grant): Promise<boolean> {
  if (tokens.refreshToken !== '') return true
  const known = await findCredentialOfPerson(store.db, link.workspace_id, link.platform, person.id)
  return known !== undefined && known.refresh_token !== '' && known.health === 'active'
}

async function fail(linking: Linking, link: Link, error: unknown): Promise<Return> {
  const { log } = linking
  // The platform works. The link stays as it is, and its page reports that adrail is busy.
  const failure = storeFailure(error)
  if (failure) throw failure
  if (error instanceof ConsentRefused) {
    const { problem, message: note } = error
    if (problem === 'app_misconfigured') {
      // Only the operator can fix this. A retry does not help the user.
      log.error('linking.failed', error, { linkId: link.id, problem, note })
      return await over(linking, link, 'failed', problem)
    }
    log.info('linking.failed', { linkId: link.id, problem, note })
    return await again(linking, link, problem)
  }
  if (error instanceof UpstreamFailure || error instanceof RefreshRefused)
    log.info('linking.failed', { linkId: link.id, problem: 'platform_unavailable', note: error.message })
  else log.error('linking.failed', error, { linkId: link.id })
  return await again(linking, link, 'platform_unavailable')
}

async function again(linking: Linking, link: Link, problem: LinkProblem): Promise<Return> {
  return { link: await pause(linking, link, problem), next: 'again' }
}

async function over(
  linking: Linking,
  link: Link,
  status: 'cancelled' | 'failed',
  problem: LinkProblem,
): Promise<Return> {
  return { link: await end(linking, link, status, problem), next: 'done' }
}
