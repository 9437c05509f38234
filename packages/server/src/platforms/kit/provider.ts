// What linking needs of a platform, whichever it is: consent, tokens, who it was, and what can be chosen.

import type { PermissionName, Platform } from '@adrail/contract'
import type { Runtime } from '../../base/runtime.ts'
import type { Sender } from './upstream.ts'

/** Where one platform is spoken to, and as which app. */
export interface Endpoints {
  readonly apiUrl: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** The version of the platform's interface that is spoken. */
  readonly version: string
  readonly clientId: string
  readonly clientSecret: string
  /** Permissions that the app does not have and must not ask for. */
  readonly withoutScopes?: readonly string[]
}

/** An app at a platform, and what it speaks with. */
export interface PlatformApp {
  readonly endpoints: Endpoints
  readonly upstream: Sender
  readonly runtime: Runtime
}

/** One set of tokens. Instants are milliseconds; `null` means not by time alone. */
export interface Tokens {
  readonly accessToken: string
  readonly accessExpiresAt: number | null
  /** Empty when the platform gives none. */
  readonly refreshToken: string
  readonly refreshExpiresAt: number | null
  /** Social: the token may live on while access to data has ended. */
  readonly dataAccessExpiresAt: number | null
  readonly issuedAt: number
  readonly scopes: readonly string[]
}

/** The upstream person who gave consent. */
export interface PlatformUser {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** The state of an account, or the role of the person there; the pages of linking have words for each. */
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

/** Why an account or a page cannot be chosen. */
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

/** An ad account that can be chosen. */
export interface AccountOption {
  readonly id: string
  readonly name: string
  /** What tells it apart in any language: number, currency. */
  readonly detail: string
  /** What is worth knowing before it is chosen. */
  readonly notes: readonly AccountNote[]
  /** Whose it is, such as the managers above it or a business; empty when it stands alone. */
  readonly group: string
  /** Why it cannot be chosen; empty when it can. */
  readonly unusable: Obstacle | ''
  /** What is kept of it when it is chosen. */
  readonly kept: Readonly<Record<string, string>>
}

/** A page that can be chosen along with a social ad account. */
export interface PageOption {
  readonly id: string
  readonly name: string
  readonly pictureUrl: string
  readonly businessManagerId: string
  /** Why it cannot be chosen; empty when it can. */
  readonly unusable: Obstacle | ''
  readonly token: string
  readonly photoAccount?: {
    readonly id: string
    readonly name: string
    readonly pictureUrl: string
    readonly businessManagerId: string
  }
}

/** What a finished consent gives. */
export interface Grant {
  readonly tokens: Tokens
  readonly person: PlatformUser
  /** Permissions without which linking makes no sense, and which were not granted. */
  readonly missing: readonly string[]
  readonly accounts: readonly AccountOption[]
  /** Social only. */
  readonly pages: readonly PageOption[]
  /** Which lists the platform did not give, for the log: what is missing there is nobody's fault who signed in. */
  readonly unlisted?: readonly string[]
}

/** Why a link did not come about; travels to the caller as `error`. */
export type LinkProblem =
  | 'access_denied'
  | 'app_misconfigured'
  | 'code_rejected'
  | 'missing_permissions'
  | 'no_refresh_token'
  | 'no_ad_accounts'
  | 'no_pages'
  | 'platform_unavailable'

/** The platform gave nothing for the consent or the code. Whether another try is of use, the problem says. */
export class ConsentRefused extends Error {
  readonly problem: LinkProblem

  constructor(problem: LinkProblem, note: string) {
    super(note)
    this.name = 'ConsentRefused'
    this.problem = problem
  }
}

/** What the platform's answer to a refresh, or to a call, says about a credential. */
export type TokenVerdict =
  | { readonly kind: 'dead'; readonly health: 'needs_reauth' | 'revoked'; readonly reason: string }
  | { readonly kind: 'blocked'; readonly reason: string }
  | { readonly kind: 'app'; readonly reason: string }
  | { readonly kind: 'passing'; readonly reason: string }

/** The tokens work. */
export interface ValidTokens {
  readonly kind: 'alive'
  readonly dataAccessExpiresAt: number | null
  /** What is granted by now, where the platform tells: people can withdraw single permissions there. */
  readonly scopes?: readonly string[]
}

/** What a platform makes of the app itself: its id and secret, whoever may have linked. */
export type AppCheckResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** It said neither. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** A refresh that gave no tokens. */
export class RefreshRefused extends Error {
  readonly verdict: TokenVerdict

  constructor(verdict: TokenVerdict) {
    super(`${verdict.kind}: ${verdict.reason}`)
    this.name = 'RefreshRefused'
    this.verdict = verdict
  }
}

/** One trip of a browser to the platform and back. */
export interface OauthFlow {
  readonly state: string
  readonly redirectUri: string
  /** The PKCE challenge; empty where the platform takes none. */
  readonly challenge: string
  /** Ask again for permissions that were refused before. */
  readonly rerequestDeclined: boolean
}

export interface Provider {
  readonly platform: Platform
  readonly usesPkce: boolean
  /** Whether a person can refuse some of the permissions and grant the others. */
  readonly allowsPartialConsent: boolean
  /** The permissions that the consent page is opened with; the page before it names each of them. */
  readonly requestedPermissions: readonly PermissionName[]
  /** How the platform names itself in its answers, where it does. */
  readonly issuers?: readonly string[]
  authorizeUrl(flow: OauthFlow): string
  /** What the callback's parameters say when they bring no code. */
  parseRefusal(parameters: URLSearchParams): LinkProblem | undefined
  exchange(code: string, redirectUri: string, verifier: string): Promise<Grant>
  refresh(tokens: Tokens): Promise<Tokens>
  /** Asks the platform whether the tokens still work. Absent where only a refresh can tell. */
  inspect?(tokens: Tokens): Promise<TokenVerdict | ValidTokens>
  /** Asks whether the app's own id and secret are taken; changes nothing. */
  checkApp(): Promise<AppCheckResult>
  /** Ends the person's consent at the platform, where it offers that. */
  revoke(tokens: Tokens): Promise<void>
  /** Reads the platform's own word that a person removed the app, where it sends one; nothing when it is forged. */
  readonly parseRemoval?: (signed: string) => AppRemoval | undefined
  /** How the platform tells of leads at one address for all, where it does. */
  readonly leadWebhook?: LeadWebhook
}

/** What comes to that address. */
export interface LeadWebhook {
  /** The answer to the platform's question whether its messages are wanted; nothing when it is not the platform's. */
  respondToChallenge(query: URLSearchParams): ChallengeResponse | undefined
  /** What a message speaks of; nothing when it is forged. */
  parseNotice(header: (name: string) => string | undefined, body: Buffer): LeadNotice | undefined
}

export interface ChallengeResponse {
  readonly type: string
  readonly body: string
}

export interface LeadNotice {
  /** The pages or ad accounts that have something new. */
  readonly subjects: readonly string[]
  /** When the platform says that it happened. */
  readonly at: number
  /** Leads that people took back, by the platform's own ids. */
  readonly withdrawn?: readonly string[]
}

/** A person removed the app at the platform. */
export interface AppRemoval {
  /** Empty when it was not a person but, say, a page. */
  readonly personId: string
  readonly at: number
}

/** The order in which accounts are shown: what stands alone first, then group by group; what cannot be used last. */
export function sortAccountOptions(accounts: readonly AccountOption[]): AccountOption[] {
  return [...accounts].sort(
    (a, b) =>
      a.group.localeCompare(b.group) ||
      Number(a.unusable !== '') - Number(b.unusable !== '') ||
      a.name.localeCompare(b.name) ||
      a.id.localeCompare(b.id),
  )
}

/** Tokens count as expired a little early: the answer took time, and clocks differ. */
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
