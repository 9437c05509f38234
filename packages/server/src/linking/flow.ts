// One link from its making to its end. Each step is a function; the pages only call them and show what they say.

import { createHash } from 'node:crypto'
import { ServiceError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { makeId, type Runtime } from '../base/runtime.ts'
import {
  ConsentRefused,
  type Grant,
  type LinkProblem,
  type Provider,
  RefreshRefused,
} from '../platforms/kit/provider.ts'
import { UpstreamFailure } from '../platforms/kit/upstream.ts'
import type { Platform } from '../process/config.ts'
import { linkedPerson } from '../store/connections.ts'
import { findCredentialOfPerson, markRemoved } from '../store/credentials.ts'
import {
  consumeState,
  findLink,
  findLinkByStateHash,
  findLinkByTokenHash,
  insertLink,
  type Link,
  openLinks,
  openStatuses,
  updateLink,
} from '../store/links.ts'
import type { Db, Store } from '../store/tables.ts'
import { type Choice, commitConnection } from './commit.ts'
import { recordHealth } from './health.ts'
import { type LinkPlatform, nameOf, platformOf } from './names.ts'
import type { LinkingMemory } from './recent.ts'
import { redirectIsAllowed } from './redirects.ts'
import type { Cell, Vault } from './vault.ts'

/** Everything that linking needs; made once, by app.ts. */
export interface Linking {
  readonly store: Store
  readonly runtime: Runtime
  readonly vault: Vault
  readonly memory: LinkingMemory
  readonly log: Log
  readonly providers: Readonly<Record<'social' | 'search' | 'pro', Provider>>
  readonly publicUrl: string
}

export const linkLifeMs = 30 * 60 * 1000
const mostOpenLinks = 10

export interface NewLink {
  readonly workspaceId: string
  readonly userId: string
  readonly platform: LinkPlatform
  readonly redirectUri: string
  readonly state: string
}

export async function createLink(
  linking: Linking,
  wanted: NewLink,
  record: (transaction: Db, linkId: string) => Promise<void>,
): Promise<{ link: string; linkId: string }> {
  const { store, runtime, vault, publicUrl } = linking
  const { workspaceId, userId, platform, redirectUri, state } = wanted
  if (redirectUri !== '' && !(await redirectIsAllowed(store, workspaceId, redirectUri)))
    throw new ServiceError('REDIRECT_URI_NOT_ALLOWED', { field: 'redirectUri' })

  const now = runtime.now()
  const open = await openLinks(store.db, workspaceId, userId, now)
  // More than a few open links of one user mean that the older ones were lost; they stop working.
  for (const { id } of open.slice(0, Math.max(0, open.length - mostOpenLinks + 1)))
    await updateLink(store.db, id, openStatuses, { status: 'expired' })

  const id = makeId('lnk', runtime)
  const token = runtime.randomBytes(32).toString('base64url')
  await store.db.transaction().execute(async (transaction) => {
    await insertLink(transaction, {
      id,
      workspace_id: workspaceId,
      user_id: userId,
      platform: platformOf(platform),
      token_hash: hashOf(token),
      redirect_uri: redirectUri,
      caller_state: vault.seal(cellOf(workspaceId, id, 'caller_state'), state),
      status: 'created',
      error_code: '',
      browser_hash: '',
      state_hash: null,
      pkce_verifier: '',
      draft: '',
      created_at: now,
      expires_at: now + linkLifeMs,
    })
    await record(transaction, id)
  })
  return { link: `${publicUrl}/connect/${token}`, linkId: id }
}

export async function findLinkByToken(linking: Linking, token: string): Promise<Link | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  return await findLinkByTokenHash(linking.store.db, hashOf(token))
}

/** The status as it is now: time passes without anybody writing it down. */
export function statusOf(link: Link, runtime: Runtime): string {
  const open = (openStatuses as readonly string[]).includes(link.status)
  return open && link.expires_at <= runtime.now() ? 'expired' : link.status
}

export async function markOpened(linking: Linking, link: Link): Promise<void> {
  await updateLink(linking.store.db, link.id, ['created'], { status: 'opened' })
}

/** Begins a trip to the platform; the address to send the browser to. Starting again replaces the earlier trip. */
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
    pkce_verifier: vault.seal(cellOf(link.workspace_id, link.id, 'pkce_verifier'), verifier),
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

/** The link is over: used, cancelled, failed or expired. */
export class LinkEnded extends Error {}

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
  const { store, runtime, log } = linking
  const stateHash = hashOf(parameters.get('state') ?? '')
  const link = await findLinkByStateHash(store.db, stateHash)
  if (!link || link.platform !== platform || link.expires_at <= runtime.now())
    throw new ForeignCallback('unknown state')
  const browser = browserOf(link.id)
  if (browser === undefined || hashOf(browser) !== link.browser_hash)
    throw new ForeignCallback('another browser')
  // What no platform sends leaves the trip as it is: the true answer may still come.
  if (!isWellFormed(parameters, providerOf(linking, link))) throw new ForeignCallback('malformed')
  if (!(await consumeState(store.db, link.id, stateHash))) throw new ForeignCallback('used state')

  const problem = providerOf(linking, link).refusal(parameters)
  if (problem === 'access_denied') return await end(linking, link, 'cancelled', problem)
  if (problem !== undefined) return await end(linking, link, 'failed', problem)
  try {
    const verifier = linking.vault.open(
      cellOf(link.workspace_id, link.id, 'pkce_verifier'),
      link.pkce_verifier,
    )
    const code = parameters.get('code') ?? ''
    const grant = await providerOf(linking, link).exchange(code, callbackOf(linking, link.platform), verifier)
    return await weigh(linking, link, grant)
  } catch (error) {
    if (error instanceof ConsentRefused) {
      log.info('link failed', { linkId: link.id, problem: error.problem, note: error.message })
      // Another try does not mend the app; a code that came too late it does.
      return error.problem === 'app_misconfigured'
        ? await end(linking, link, 'failed', error.problem)
        : await pause(linking, link, error.problem)
    }
    if (error instanceof UpstreamFailure || error instanceof RefreshRefused)
      log.info('link failed', { linkId: link.id, problem: 'platform_unavailable', note: error.message })
    else log.error('link failed', error, { linkId: link.id })
    return await pause(linking, link, 'platform_unavailable')
  }
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

/** What a consent is good for: nothing yet, a choice, or (when there is nothing to choose) a connection at once. */
async function weigh(linking: Linking, link: Link, grant: Grant): Promise<Return> {
  if (grant.missing.length > 0) return await pause(linking, link, 'missing_permissions')
  const accounts = usable(grant.accounts)
  const pages = usable(grant.pages)
  if (accounts.length === 0) return await pause(linking, link, 'no_ad_accounts')
  if (link.platform === 'social' && pages.length === 0) return await pause(linking, link, 'no_pages')
  if (link.platform === 'search' && !(await isLasting(linking, link, grant)))
    return await pause(linking, link, 'no_refresh_token')

  const draft = linking.vault.seal(cellOf(link.workspace_id, link.id, 'draft'), JSON.stringify(grant))
  const selecting = { ...link, status: 'selecting', draft }
  // Somebody began the trip anew meanwhile; that one counts.
  if (!(await updateLink(linking.store.db, link.id, ['returned'], { status: 'selecting', draft })))
    return { link, next: 'again' }
  const [account] = accounts
  const nothingToChoose = grant.accounts.length === 1 && pages.length <= 1
  if (!account || !nothingToChoose || (await otherPerson(linking, link, grant)))
    return { link: selecting, next: 'choose' }
  const choice = { accountId: account.id, pageId: pages[0]?.id ?? '', withPhotoAccount: true }
  const done = await choose(linking, selecting, choice)
  return { link: done, next: done.status === 'completed' ? 'done' : 'again' }
}

/** What of a list can be chosen. */
export function usable<Option extends { readonly unusable: string }>(options: readonly Option[]): Option[] {
  return options.filter(({ unusable }) => unusable === '')
}

/** Whether there is a refresh token: a new one, or one that was stored when the same person consented before. */
async function isLasting({ store }: Linking, link: Link, { tokens, person }: Grant): Promise<boolean> {
  if (tokens.refreshToken !== '') return true
  const known = await findCredentialOfPerson(store.db, link.workspace_id, link.platform, person.id)
  return known !== undefined && known.refresh_token !== '' && known.health === 'active'
}

/** The trip gave nothing, but the user can try again: the link stays open. */
async function pause(linking: Linking, link: Link, problem: LinkProblem): Promise<Return> {
  await updateLink(linking.store.db, link.id, ['returned'], { status: 'opened', error_code: problem })
  return { link: { ...link, status: 'opened', error_code: problem }, next: 'again' }
}

async function end(
  linking: Linking,
  link: Link,
  status: 'cancelled' | 'failed',
  problem: LinkProblem,
): Promise<Return> {
  await updateLink(linking.store.db, link.id, openStatuses, {
    status,
    error_code: problem,
    draft: '',
    pkce_verifier: '',
  })
  return { link: { ...link, status, error_code: problem }, next: 'done' }
}

/** The user gives up on a page of ours. */
export async function cancel(linking: Linking, link: Link): Promise<Link> {
  const { error_code } = link
  const status = error_code === '' ? 'cancelled' : 'failed'
  const { link: ended } = await end(linking, link, status, (error_code || 'access_denied') as LinkProblem)
  return ended
}

export function grantOf(linking: Linking, link: Link): Grant {
  // Sealed by weigh, from what the provider returned.
  return JSON.parse(linking.vault.open(cellOf(link.workspace_id, link.id, 'draft'), link.draft)) as Grant
}

/** The name of the person who linked before, when somebody else gave consent now. */
export async function otherPerson(linking: Linking, link: Link, grant: Grant): Promise<string | undefined> {
  const earlier = await linkedPerson(linking.store.db, link.workspace_id, link.user_id, link.platform)
  return earlier && earlier.upstream_user_id !== grant.person.id
    ? earlier.user_name || 'somebody else'
    : undefined
}

/** Makes the connection. Sending the same choice twice does it once. The link as it is afterwards. */
export async function choose(linking: Linking, link: Link, choice: Choice): Promise<Link> {
  const grant = grantOf(linking, link)
  await commitConnection(linking, link, grant, choice)
  return (await findLink(linking.store.db, link.workspace_id, link.id)) ?? link
}

/** The host at which the user will sign in, so that the page can name it. */
export function signInHost(linking: Linking, link: Link): string {
  const trip = { state: '', redirectUri: '', challenge: '', again: false }
  return new URL(providerOf(linking, link).authorizeUrl(trip)).host
}

/**
 * The platform says that a person removed the app: every connection of that person needs a new consent. Whether the
 * message was the platform's own.
 */
export async function noteRemoval(linking: Linking, platform: Platform, signed: string): Promise<boolean> {
  const { store, log, runtime, providers } = linking
  const removal = providers[platform].removal?.(signed)
  if (removal === undefined) return false
  // A consent that is younger than the message is another one: messages can come late, or twice.
  const removed = await store.db.transaction().execute(async (transaction) => {
    const { personId, at } = removal
    const rows = personId === '' ? [] : await markRemoved(transaction, platform, personId, at)
    for (const row of rows)
      await recordHealth(transaction, runtime, row, { health: 'revoked', reason: 'user_revoked' })
    return rows
  })
  log.info('app removed at the platform', { platform, credentials: removed.length })
  return true
}

/** Where the browser goes when a link is over: to the caller, with the outcome; nowhere when there is no address. */
export async function finalRedirect(linking: Linking, link: Link): Promise<string | undefined> {
  const { store, vault, runtime } = linking
  if (link.redirect_uri === '' || !(await redirectIsAllowed(store, link.workspace_id, link.redirect_uri)))
    return undefined
  const status = outcomes[statusOf(link, runtime)]
  if (status === undefined) return undefined
  const state = vault.open(cellOf(link.workspace_id, link.id, 'caller_state'), link.caller_state)
  return withParameters(link.redirect_uri, {
    status,
    platform: nameOf(link.platform),
    ...(state === '' ? {} : { state }),
    ...(link.error_code === ''
      ? {}
      : { error: link.error_code, error_description: problemTexts[link.error_code as LinkProblem] ?? '' }),
  })
}

const ours = ['status', 'platform', 'state', 'error', 'error_description']

/** Adds to the caller's query without rewriting it; of our names, only ours are left. */
function withParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  const [address = '', query = ''] = uri.split(/\?(.*)/s)
  const theirs = query
    .split('&')
    .filter(
      (pair) => pair !== '' && ![...new URLSearchParams(pair).keys()].some((name) => ours.includes(name)),
    )
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${address}?${[...theirs, ...added].join('&')}`
}

const outcomes: Readonly<Record<string, string>> = {
  completed: 'success',
  cancelled: 'cancelled',
  failed: 'error',
  expired: 'expired',
}

export const problemTexts: Readonly<Record<LinkProblem, string>> = {
  access_denied: 'The consent was refused.',
  app_misconfigured: 'The app is not set up correctly at the platform.',
  code_rejected: 'The platform did not accept the answer of its own consent page. Please try again.',
  missing_permissions: 'Not all needed permissions were granted.',
  no_refresh_token: 'The platform gave no lasting permission. Please try again.',
  no_ad_accounts: 'This login has no ad account that can be used.',
  no_pages: 'This login has no page to advertise for.',
  platform_unavailable: 'The platform could not be reached. Please try again later.',
}

export function callbackOf(linking: Linking, platform: string): string {
  return `${linking.publicUrl}/connect/callback/${platform}`
}

function providerOf(linking: Linking, link: Link): Provider {
  return linking.providers[link.platform as keyof Linking['providers']]
}

function cellOf(workspaceId: string, id: string, column: string): Cell {
  return { workspaceId, table: 'links', id, column }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
