// The browser is back from the platform: what it brings, and what that is good for.

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

/** A callback that belongs to no trip of this browser. It is told nothing and sent nowhere. */
export class ForeignCallback extends Error {}

/** The link after a trip: the user has to choose, or can try again, or it is over, well or not. */
export interface Return {
  readonly link: Link
  readonly next: 'choose' | 'again' | 'done'
}

/** The browser is back from the platform. Only after every check is the code, or the error, looked at. */
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

/** What the platform says about an error that it sends people back with. */
function wordsIn(parameters: URLSearchParams): string {
  const names = ['error', 'error_code', 'error_description', 'error_message']
  const words = names.flatMap((name) => parameters.get(name) ?? [])
  return words.join(' ').slice(0, 300)
}

/** The link whose trip this callback ends; it can be ended once. */
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
  // What no platform sends leaves the trip as it is: the true answer may still come.
  if (!isWellFormed(parameters, providerOf(linking, link))) throw new ForeignCallback('malformed')
  if (!(await consumeState(store.db, link.id, stateHash))) throw new ForeignCallback('used state')
  return link
}

/** One code or one error, each given once, and by the issuer that was asked if it names itself (RFC 9207). */
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

/** What a consent is good for: nothing yet, a choice, or (when there is nothing to choose) a connection at once. */
async function weigh(linking: Linking, link: Link, grant: Grant): Promise<Return> {
  const { unlisted = [] } = grant
  if (unlisted.length > 0) linking.log.info('linking.listing_incomplete', { linkId: link.id, unlisted })
  const problem = await problemOf(linking, link, grant)
  if (problem !== undefined) return await again(linking, link, problem)
  const draft = linking.vault.seal(linkCell(link, 'draft'), JSON.stringify(grant))
  const selecting = { ...link, status: 'selecting', draft }
  // Somebody began the trip anew meanwhile; that one counts.
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

/** What a consent lacks. */
async function problemOf(linking: Linking, link: Link, grant: Grant): Promise<LinkProblem | undefined> {
  if (grant.missing.length > 0) return 'missing_permissions'
  if (usable(grant.accounts).length === 0) return 'no_ad_accounts'
  if (link.platform === 'social' && usable(grant.pages).length === 0)
    return grant.unlisted?.length ? 'platform_unavailable' : 'no_pages'
  if (link.platform === 'search' && !(await isLasting(linking, link, grant))) return 'no_refresh_token'
  return undefined
}

/** Whether there is a refresh token: a new one, or one that was stored when the same person consented before. */
async function isLasting({ store }: Linking, link: Link, { tokens, person }: Grant): Promise<boolean> {
  if (tokens.refreshToken !== '') return true
  const known = await findCredentialOfPerson(store.db, link.workspace_id, link.platform, person.id)
  return known !== undefined && known.refresh_token !== '' && known.health === 'active'
}

async function fail(linking: Linking, link: Link, error: unknown): Promise<Return> {
  const { log } = linking
  // The platform is well. The link stays as it is, and its page says that adrail is busy.
  const failure = storeFailure(error)
  if (failure) throw failure
  if (error instanceof ConsentRefused) {
    const { problem, message: note } = error
    if (problem === 'app_misconfigured') {
      // Only the operator can mend it; for the user another try is no use.
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
