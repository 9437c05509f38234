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
    help: 'Requests by operation, HTTP status and error code of the response.',
    labels: ['operation', 'status', 'code'],
  },
  requestSeconds: {
    kind: 'histogram',
    name: 'adrail_request_seconds',
    help: 'Duration of requests by operation.',
    labels: ['operation'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60],
  },
  requestsShed: {
    kind: 'counter',
    name: 'adrail_requests_shed_total',
    help: 'Requests that the process refused with 503 while it shed load.',
    labels: [],
  },
  upstreamCalls: {
    kind: 'counter',
    name: 'adrail_upstream_calls_total',
    help: 'Calls to platforms by outcome: answered, refused (4xx), failed (5xx), or the reason for a missing or unusable response. Each attempt counts.',
    labels: ['platform', 'call', 'outcome'],
  },
  upstreamSeconds: {
    kind: 'histogram',
    name: 'adrail_upstream_call_seconds',
    help: 'Duration of calls to platforms, until the last byte of the response.',
    labels: ['platform', 'call'],
    buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  imageUploads: {
    kind: 'counter',
    name: 'adrail_image_uploads_total',
    help: 'Uploads of images that were read to the end, by outcome: stored, known (the workspace had the image), not_accepted (no valid image), quota (the workspace had no space left).',
    labels: ['outcome'],
  },
  leadPushes: {
    kind: 'counter',
    name: 'adrail_lead_pushes_total',
    help: 'Lead notices from platforms by result: taken (accepted), repeated, forged, or old.',
    labels: ['platform', 'outcome'],
  },
  accountLooks: {
    kind: 'counter',
    name: 'adrail_account_looks_total',
    help: 'Background reads of campaigns and metrics of linked accounts, by outcome: seen (succeeded) or failed.',
    labels: ['platform', 'outcome'],
  },
  breakersOpen: {
    kind: 'gauge',
    name: 'adrail_breakers_open',
    help: 'Ad accounts and token endpoints whose circuit breaker is open in this process, because they did not respond.',
    labels: ['platform'],
  },
  quotaUsed: {
    kind: 'gauge',
    name: 'adrail_platform_quota_used_ratio',
    help: 'Used share of a platform quota by kind, as the maximum over ad accounts, endpoints or members.',
    labels: ['platform', 'kind'],
  },
  quotaRefusals: {
    kind: 'counter',
    name: 'adrail_platform_quota_refusals_total',
    help: 'Calls that a platform refused because of a rate limit.',
    labels: ['platform'],
  },
  tokenRefreshes: {
    kind: 'counter',
    name: 'adrail_token_refreshes_total',
    help: 'Token refreshes by result: refreshed, dead (a new consent is required), blocked (the person must act on the platform), app (the platform refuses your app), or passing (adrail retries).',
    labels: ['platform', 'outcome'],
  },
  credentials: {
    kind: 'gauge',
    name: 'adrail_credentials',
    help: `Number of credentials by health. All connections that use a credential share its health. adrail counts at most ${maxCountedRows} of each.`,
    labels: ['platform', 'health'],
    shared: true,
  },
  journalEntries: {
    kind: 'gauge',
    name: 'adrail_journal_entries',
    help: `Writes without an outcome: open (in progress, or the runner checks the outcome) and needs_attention (a person must resolve them). adrail counts at most ${maxCountedRows} of each.`,
    labels: ['state'],
    shared: true,
  },
  journalOldest: {
    kind: 'gauge',
    name: 'adrail_journal_oldest_seconds',
    help: 'Age of the oldest write without an outcome. 0 if every write has an outcome.',
    labels: ['state'],
    shared: true,
  },
  spendRefusals: {
    kind: 'counter',
    name: 'adrail_spend_refusals_total',
    help: 'Writes that adrail refused before their first step because of a spend limit or a freeze.',
    labels: ['platform', 'code'],
  },
  queueOldest: {
    kind: 'gauge',
    name: 'adrail_queue_oldest_seconds',
    help: 'Delay of the oldest due entry of each queue. 0 when nothing is due. Queues: journal (writes that the runner resumes), upkeep (credentials to refresh or check), deletions (people to delete).',
    labels: ['queue'],
    shared: true,
  },
  storeUp: {
    kind: 'gauge',
    name: 'adrail_store_up',
    help: '1 if the database responded to the queries for these metrics, otherwise 0.',
    labels: [],
  },
  clockSkew: {
    kind: 'gauge',
    name: 'adrail_clock_skew_seconds',
    help: "Difference between this machine's clock and the clock of the database or of a live platform. Positive if this machine's clock is ahead.",
    labels: ['against'],
  },
  databaseLoss: {
    kind: 'gauge',
    name: 'adrail_database_writes_lost',
    help: '1 if the database lost, or may have lost, writes in the last 24 hours, otherwise 0. While the value is 1, adrail checks the platform for an existing object before it creates an object.',
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
    help: 'Duration of database statements.',
    labels: ['kind'],
    buckets: [0.0005, 0.001, 0.0025, 0.01, 0.025, 0.1, 0.5, 2, 10],
  },
  storeWaiting: {
    kind: 'gauge',
    name: 'adrail_store_waiting',
    help: 'Number of tasks of this process that wait for a database connection. Always 0 with SQLite.',
    labels: [],
  },
  versionDaysLeft: {
    kind: 'gauge',
    name: 'adrail_platform_version_days_left',
    help: 'Days until the platform retires the API version that adrail uses. Absent while no date is known.',
    labels: ['platform', 'version'],
  },
  versionWarnings: {
    kind: 'counter',
    name: 'adrail_platform_version_warnings_total',
    help: 'Responses in which a platform warned about the API version of the call, or used another version.',
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
