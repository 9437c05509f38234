// Notices by which platforms tell adrail that there are new leads.

/**
 * `app`: all accounts have one address. `Provider.leadWebhook` authenticates its notices by their signature.
 * `form`: the platform signs nothing. Every lead source has its own address and key, and forms send the key.
 */
export type LeadPush = { readonly addressPer: 'app' } | FormLeadPush

export interface FormLeadPush {
  readonly addressPer: 'form'
  readonly parseMessage: (body: Buffer) => FormMessage
}

/** A form's message about a new lead. */
export interface FormMessage {
  /** Empty when the message contains none. */
  readonly key: string
  /** The time of the submission. A message without a time counts as new. */
  readonly at?: number
}

/** A platform's lead webhook. */
export interface LeadWebhook {
  /**
   * Returns the response to the platform's subscription challenge, or `undefined` when the challenge is not
   * the platform's.
   */
  respondToChallenge(query: URLSearchParams): ChallengeResponse | undefined
  /** Parses a notice. Returns `undefined` when the signature is invalid. */
  parseNotice(header: (name: string) => string | undefined, body: Buffer): LeadNotice | undefined
}

interface ChallengeResponse {
  readonly type: string
  readonly body: string
}

export interface LeadNotice {
  /** Ids of the pages or ad accounts with new leads. */
  readonly subjects: readonly string[]
  /** The platform's time of the event. */
  readonly at: number
  /** Leads that people withdrew, by the platform's ids. */
  readonly withdrawn?: readonly string[]
}
