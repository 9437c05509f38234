// Every metric of the server as data. The exposition and docs/metrics.md derive from this table.

export interface MetricDeclaration {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  readonly buckets?: readonly number[]
  /**
   * Set for metrics that each scrape reads from the database. Every process reports the same value, so sums
   * over processes mean nothing.
   */
  readonly shared?: true
}

/** Counts stop at this number, so that a scrape stays cheap however many rows exist. */
export const maxCountedRows = 10_000

export const metricTable = {
  requests: {
    kind: 'counter',
    name: 'adrail_requests_total',
    help: 'Requests answered, by operation, HTTP status and error code.',
    labels: ['operation', 'status', 'code'],
  },
  requestSeconds: {
    kind: 'histogram',
    name: 'adrail_request_seconds',
    help: 'How long requests took, by operation.',
    labels: ['operation'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60],
  },
  requestsShed: {
    kind: 'counter',
    name: 'adrail_requests_shed_total',
    help: 'Requests answered 503 at the door because the process had too much to do.',
    labels: [],
  },
  upstreamCalls: {
    kind: 'counter',
    name: 'adrail_upstream_calls_total',
    help: 'Calls to platforms, every try by itself, by outcome: answered, refused (4xx), failed (5xx), or why no usable answer came.',
    labels: ['platform', 'call', 'outcome'],
  },
  upstreamSeconds: {
    kind: 'histogram',
    name: 'adrail_upstream_call_seconds',
    help: 'How long calls to platforms took, to the last byte of the answer.',
    labels: ['platform', 'call'],
    buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  leadPushes: {
    kind: 'counter',
    name: 'adrail_lead_pushes_total',
    help: 'Messages by which platforms tell of leads, by what became of them: taken, repeated, forged, or old.',
    labels: ['platform', 'outcome'],
  },
  accountLooks: {
    kind: 'counter',
    name: 'adrail_account_looks_total',
    help: 'Looks at campaigns and figures of linked accounts that nobody asked for, by outcome: seen or failed.',
    labels: ['platform', 'outcome'],
  },
  breakersOpen: {
    kind: 'gauge',
    name: 'adrail_breakers_open',
    help: 'Ad accounts, and token endpoints, that this process asks nothing for the moment because they did not answer.',
    labels: ['platform'],
  },
  quotaUsed: {
    kind: 'gauge',
    name: 'adrail_platform_quota_used_ratio',
    help: 'How much of a platform allowance is used, by its kind: that of the ad account, endpoint or member that used most.',
    labels: ['platform', 'kind'],
  },
  quotaRefusals: {
    kind: 'counter',
    name: 'adrail_platform_quota_refusals_total',
    help: 'Calls that a platform refused for rate.',
    labels: ['platform'],
  },
  tokenRefreshes: {
    kind: 'counter',
    name: 'adrail_token_refreshes_total',
    help: 'Refreshes of tokens, by what came of them: refreshed, dead (a new consent is needed), blocked (the person must act there), app (our app is refused), passing (tried again later).',
    labels: ['platform', 'outcome'],
  },
  credentials: {
    kind: 'gauge',
    name: 'adrail_credentials',
    help: `Credentials by health; all connections of a credential share it. At most ${maxCountedRows} of each are counted.`,
    labels: ['platform', 'health'],
    shared: true,
  },
  journalEntries: {
    kind: 'gauge',
    name: 'adrail_journal_entries',
    help: `Writes without an outcome: open (under way, or found out by the runner) and needs_attention (only a person can say). At most ${maxCountedRows} of each are counted.`,
    labels: ['state'],
    shared: true,
  },
  journalOldest: {
    kind: 'gauge',
    name: 'adrail_journal_oldest_seconds',
    help: 'Age of the oldest write without an outcome; 0 when there is none.',
    labels: ['state'],
    shared: true,
  },
  spendRefusals: {
    kind: 'counter',
    name: 'adrail_spend_refusals_total',
    help: 'Writes that a limit, or a block on spend increases, refused before anything of them was begun.',
    labels: ['platform', 'code'],
  },
  queueOldest: {
    kind: 'gauge',
    name: 'adrail_queue_oldest_seconds',
    help: 'How long past its time the first in each queue waits; 0 when nothing is due. Queues: journal (writes the runner goes on with), upkeep (credentials to look after), deletions (people to be forgotten).',
    labels: ['queue'],
    shared: true,
  },
  storeUp: {
    kind: 'gauge',
    name: 'adrail_store_up',
    help: 'Whether the database answered when it was asked for these figures: 1 or 0.',
    labels: [],
  },
  clockSkew: {
    kind: 'gauge',
    name: 'adrail_clock_skew_seconds',
    help: 'How far the wall clock of this machine is ahead of the clock of the database, or of a live platform; negative if behind.',
    labels: ['against'],
  },
  databaseLoss: {
    kind: 'gauge',
    name: 'adrail_database_writes_lost',
    help: 'Whether the database lost writes in the last 24 hours, or may have: 1 or 0. While it is 1, creations look for their objects first.',
    labels: [],
    shared: true,
  },
  writesForgotten: {
    kind: 'counter',
    name: 'adrail_writes_forgotten_total',
    help: 'Writes of this process that the database had confirmed and then lost.',
    labels: [],
  },
  statementSeconds: {
    kind: 'histogram',
    name: 'adrail_store_statement_seconds',
    help: 'How long statements took at the database.',
    labels: ['kind'],
    buckets: [0.0005, 0.001, 0.0025, 0.01, 0.025, 0.1, 0.5, 2, 10],
  },
  storeWaiting: {
    kind: 'gauge',
    name: 'adrail_store_waiting',
    help: 'How much work of this process waits for a connection to the database; always 0 on SQLite.',
    labels: [],
  },
  versionDaysLeft: {
    kind: 'gauge',
    name: 'adrail_platform_version_days_left',
    help: 'Days until the version of the platform that is spoken ends, where its end is known.',
    labels: ['platform', 'version'],
  },
  versionWarnings: {
    kind: 'counter',
    name: 'adrail_platform_version_warnings_total',
    help: 'Answers in which a platform warned of the version it was called with, or used another one.',
    labels: ['platform'],
  },
} as const satisfies Record<string, MetricDeclaration>

type MetricKey = keyof typeof metricTable
type KeysOfKind<Kind> = {
  [Key in MetricKey]: (typeof metricTable)[Key]['kind'] extends Kind ? Key : never
}[MetricKey]

export type CounterKey = KeysOfKind<'counter'>
export type HistogramKey = KeysOfKind<'histogram'>
export type GaugeKey = KeysOfKind<'gauge'>
