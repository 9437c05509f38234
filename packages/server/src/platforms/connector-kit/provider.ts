// The interface between linking and the platforms: consent, tokens, the user's identity, and the accounts to
// choose from.

import type { PermissionName, Platform } from '@adrail/contract'
import type { Runtime } from '../../runtime/runtime.ts'
import type { LeadWebhook } from './leadPush.ts'
import type { Sender } from './upstream.ts'

/** URLs of a platform, and the credentials of the app there. */
export interface AppConfig {
  readonly apiUrl: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** Version of the platform's API that adrail uses. */
  readonly version: string
  readonly clientId: string
  readonly clientSecret: string
  /** Permissions that the app does not have and must not request. */
  readonly excludedScopes?: readonly string[]
}

/** An app at a platform, with its HTTP client and runtime. */
export interface PlatformApp {
  readonly appConfig: AppConfig
  readonly upstream: Sender
  readonly runtime: Runtime
}

/** A set of tokens. Times are in milliseconds. `null` means that the token does not expire by time alone. */
export interface Tokens {
  readonly accessToken: string
  readonly accessExpiresAt: number | null
  /** Empty when the platform issues no refresh token. */
  readonly refreshToken: string
  readonly refreshExpiresAt: number | null
  /** Social: access to data can end before the token expires. */
  readonly dataAccessExpiresAt: number | null
  readonly issuedAt: number
  readonly scopes: readonly string[]
}

/** The platform's user who gave consent. */
export interface PlatformUser {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** State of an account, or the user's role in the account. The link pages have a text for each note. */
export type AccountNote =
  | 'disabled'
  | 'payment_due'
  | 'under_review'
  | 'payment_pending'
  | 'payment_overdue'
  | 'being_closed'
  | 'test_account'
  | 'account_billing_admin'
  | 'account_manager'
  | 'campaign_manager'
  | 'creative_manager'
  | 'viewer'

/** Reason why an account or page cannot be chosen. */
export type Obstacle =
  | 'closed'
  | 'canceled'
  | 'suspended'
  | 'not_active'
  | 'role_without_advertising'
  | 'two_step_verification'
  | 'advanced_protection'
  | 'other_system'
  | 'signup_unfinished'
  | 'access_ended'
  | 'not_answered'
  | 'not_manageable_yet'

/** An ad account to choose from. */
export interface AccountOption {
  readonly id: string
  readonly name: string
  /** Distinguishes the account in any language: number, currency. */
  readonly detail: string
  /** Facts that the user should know before choosing the account. */
  readonly notes: readonly AccountNote[]
  /** Owner of the account, such as its managers or business. Empty when the account has no owner. */
  readonly group: string
  /** Reason why the account cannot be chosen. Empty when it can. */
  readonly unusable: Obstacle | ''
  /** Values that are stored when the account is chosen. */
  readonly kept: Readonly<Record<string, string>>
}

/** A page to choose along with a social ad account. */
export interface PageOption {
  readonly id: string
  readonly name: string
  readonly pictureUrl: string
  readonly businessManagerId: string
  /** Reason why the page cannot be chosen. Empty when it can. */
  readonly unusable: Obstacle | ''
  readonly token: string
  readonly photoAccount?: {
    readonly id: string
    readonly name: string
    readonly pictureUrl: string
    readonly businessManagerId: string
  }
}

/** The result of a completed consent. */
export interface Grant {
  readonly tokens: Tokens
  readonly person: PlatformUser
  /** Required permissions that the user did not grant. */
  readonly missing: readonly string[]
  readonly accounts: readonly AccountOption[]
  /** Social only. */
  readonly pages: readonly PageOption[]
  /**
   * Lists that the platform did not return, for the log. The user is not responsible for entries that are
   * missing there.
   */
  readonly unlisted?: readonly string[]
}

/** Reason why a link failed. The caller receives the reason as `error`. */
export type LinkFailureReason =
  | 'access_denied'
  | 'app_misconfigured'
  | 'code_rejected'
  | 'missing_permissions'
  | 'no_refresh_token'
  | 'no_ad_accounts'
  | 'no_pages'
  | 'platform_unavailable'

/** The platform refused the consent or the code. The problem determines whether a retry can succeed. */
export class CodeExchangeError extends Error {
  readonly problem: LinkFailureReason

  constructor(problem: LinkFailureReason, note: string) {
    super(note)
    this.name = 'CodeExchangeError'
    this.problem = problem
  }
}

/** A platform's statement about a credential, from the response to a refresh or to another call. */
export type TokenVerdict =
  | { readonly kind: 'dead'; readonly health: 'needs_reauth' | 'revoked'; readonly reason: string }
  | { readonly kind: 'blocked'; readonly reason: string }
  | { readonly kind: 'app_rejected'; readonly reason: string }
  | { readonly kind: 'transient'; readonly reason: string }

/** The platform accepts the tokens. */
export interface ValidTokens {
  readonly kind: 'alive'
  readonly dataAccessExpiresAt: number | null
  /**
   * Scopes that are granted now, where the platform reports them: users can withdraw single permissions
   * there.
   */
  readonly scopes?: readonly string[]
}

/** The platform's verdict on the app's id and secret, independent of any link. */
export type AppCheckResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The platform's response was inconclusive. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** Error of a refresh that returned no tokens. */
export class TokenRequestError extends Error {
  readonly verdict: TokenVerdict

  constructor(verdict: TokenVerdict) {
    super(`${verdict.kind}: ${verdict.reason}`)
    this.name = 'TokenRequestError'
    this.verdict = verdict
  }
}

/** One OAuth flow: a browser's round trip to the platform. */
export interface OauthFlow {
  readonly state: string
  readonly redirectUri: string
  /** The PKCE challenge. Empty where the platform does not support PKCE. */
  readonly challenge: string
  /** True to request permissions again that the user has declined before. */
  readonly rerequestDeclined: boolean
}

export interface Provider {
  readonly platform: Platform
  readonly usesPkce: boolean
  /** True when a user can decline some of the permissions and grant the others. */
  readonly allowsPartialConsent: boolean
  /** True when the consent page lets the user choose a login. Otherwise it uses the browser's session. */
  readonly offersLoginChoice: boolean
  /** Data about the user that the consent includes without a permission of its own. */
  readonly includedIdentity: 'name' | 'nameAndEmail' | undefined
  /** True when the platform adds a fragment to callbacks. Browsers carry the fragment through redirects. */
  readonly addsFragment: boolean
  /** Permissions that adrail requests on the consent page. The page before it lists each of them. */
  readonly requestedPermissions: readonly PermissionName[]
  /** Issuer names of the platform in OAuth responses, where the platform sends one. */
  readonly issuers?: readonly string[]
  buildAuthorizeUrl(flow: OauthFlow): string
  /** Returns the problem that the parameters of a callback without a code report. */
  parseRefusal(parameters: URLSearchParams): LinkFailureReason | undefined
  exchangeCode(code: string, redirectUri: string, verifier: string): Promise<Grant>
  refresh(tokens: Tokens): Promise<Tokens>
  /** Checks with the platform whether the tokens are valid. Absent where only a refresh can show this. */
  inspect?(tokens: Tokens): Promise<TokenVerdict | ValidTokens>
  /** Checks whether the platform accepts the app's id and secret. Changes nothing. */
  checkApp(): Promise<AppCheckResult>
  /** Revokes the user's consent at the platform, where the platform supports this. */
  revoke(tokens: Tokens): Promise<void>
  /** The notices about users who remove the app or request data deletion, where the platform sends them. */
  readonly removalNotices?: RemovalNotices
  /** The webhook that receives lead notices for all accounts, where the platform offers one. */
  readonly leadWebhook?: LeadWebhook
}

/** A platform's notices that a user removed the app, or requests the deletion of data. */
export interface RemovalNotices {
  /** Parses the form of a notice. Returns `undefined` when the signature is invalid. */
  parse(form: URLSearchParams): AppRemoval | undefined
  /** Returns the response to a deletion request, with the URL at which the user sees its status. */
  toDeletionResponse(statusUrl: string, code: string): Readonly<Record<string, string>>
}

/** A user's removal of the app at the platform. */
export interface AppRemoval {
  /** Empty when the notice concerns a page or another object instead of a user. */
  readonly personId: string
  readonly at: number
}

/**
 * Sorts accounts for display: accounts without a group first, then by group. Unusable accounts come last
 * within their group.
 */
export function sortAccountOptions(accounts: readonly AccountOption[]): AccountOption[] {
  return [...accounts].sort(
    (a, b) =>
      a.group.localeCompare(b.group) ||
      Number(a.unusable !== '') - Number(b.unusable !== '') ||
      a.name.localeCompare(b.name) ||
      a.id.localeCompare(b.id),
  )
}

/** Tokens count as expired 30 seconds early, because the response took time and clocks differ. */
export function toExpiry(sentAt: number, expiresInSeconds: unknown): number | null {
  const seconds = Number(expiresInSeconds)
  if (
    expiresInSeconds === undefined ||
    expiresInSeconds === null ||
    !Number.isFinite(seconds) ||
    seconds <= 0
  )
    return null
  return sentAt + seconds * 1000 - 30_000
}
