// The database schema as the service sees it: the tables, and the operations of an open store.

import type { ConnectionHealth, EventType, Platform } from '@adrail/contract'
import type { ColumnType, Kysely, RawBuilder, Transaction } from 'kysely'
import type { EntryState, StepState } from './entryStates.ts'

/**
 * Instants are whole milliseconds, absent text is empty text, and switches are 0 or 1. Both databases use the
 * same types.
 */
export interface Tables {
  workspaces: WorkspaceTable
  brands: BrandTable
  api_keys: ApiKeyTable
  key_creators: KeyCreatorTable
  users: UserTable
  redirect_uris: RedirectUriTable
  links: LinkTable
  credentials: CredentialTable
  connections: ConnectionTable
  deletions: DeletionTable
  /** The journal entries. Callers know them as operations, by their `operationId`. */
  operations: JournalEntryTable
  operation_steps: JournalStepTable
  batch_items: BatchItemTable
  late_checks: LateCheckTable
  audit_entries: AuditEntryTable
  audit_heads: AuditHeadTable
  events: EventTable
  changes: ChangeTable
  erasures: ErasureTable
  webhook_endpoints: WebhookEndpointTable
  webhook_deliveries: WebhookDeliveryTable
  sealing_keys: EncryptionKeyTable
  spend_limits: SpendLimitsTable
  freezes: FreezeTable
  spend_heads: SpendHeadTable
  raises: RaiseTable
  approvals: ApprovalTable
  lead_sources: LeadSourceTable
  leads: LeadTable
  lead_positions: LeadPositionTable
  received_leads: ReceivedLeadTable
  mirrors: MirrorTable
  mirror_campaigns: MirrorCampaignTable
  mirror_days: MirrorDayTable
  console_sessions: ConsoleSessionTable
  key_allowances: KeyAllowanceTable
  lookups: LookupTable
  database_state: DatabaseStateTable
  service_secrets: ServiceSecretTable
  images: ImageTable
  image_chunks: ImageChunkTable
  image_usage: ImageUsageTable
}

/** A column that is written once and never changed. */
type Fixed<T> = ColumnType<T, T, never>

export interface WorkspaceTable {
  id: Fixed<string>
  name: string
  created_at: Fixed<number>
  /** The value 1 permits redirects to any address on the same machine. Only the demo workspace has it. */
  loopback_redirects: number
  /**
   * Number of key lines whose rates the workspace has in total: those that the operator created, and those
   * from before 0033.
   */
  rated_keys: number
  /** With value 1, linking an account also emits events for leads from before the link. */
  lead_history_events: ColumnType<number, number | undefined, number>
}

/** The brand of a workspace on the connect pages. Empty values are not shown. */
export interface BrandTable {
  workspace_id: Fixed<string>
  name: string
  /** `#rrggbb` */
  colour: string
  privacy_url: string
  support_url: string
  logo_hash: string
  /** The media type of the logo. */
  logo_type: string
  /** The logo in Base64. */
  logo: string
}

export interface ApiKeyTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  name: string
  /** The public part of the key, by which the key is found. */
  public_id: Fixed<string>
  secret_hash: Fixed<string>
  /** The scopes, separated by blanks. */
  scopes: string
  created_at: Fixed<number>
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
  /** The id of the first key of the line. Empty for the first key itself. */
  line: Fixed<string>
  /**
   * The key line that shares its hourly counts with this key. Empty for a key that is counted with its own
   * line.
   */
  counted_with: string
}

/** A key line that created or rotated keys of another line. Both are named by their first key. */
export interface KeyCreatorTable {
  line: Fixed<string>
  creator: Fixed<string>
}

export interface UserTable {
  workspace_id: Fixed<string>
  id: Fixed<string>
  name: string
  email: string
  external_id: string
  created_at: Fixed<number>
}

export interface RedirectUriTable {
  workspace_id: Fixed<string>
  uri: Fixed<string>
  created_at: Fixed<number>
}

export interface LinkTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  token_hash: Fixed<string>
  redirect_uri: Fixed<string>
  /** The encrypted state of the caller. */
  caller_state: string
  status: string
  error_code: string
  /** The hash of the cookie that binds the OAuth flow to one browser. Empty until the flow starts. */
  browser_hash: string
  /**
   * The hash of the OAuth state that the platform returns. Absent before the flow and once the state was
   * used.
   */
  state_hash: string | null
  /** The encrypted PKCE verifier. */
  pkce_verifier: string
  /** The encrypted response of the platform, until the user has selected an account. */
  draft: string
  created_at: Fixed<number>
  expires_at: Fixed<number>
}

/** Whether a connection is limited follows from the granted scopes, so it is not stored. */
export type CredentialHealth = Exclude<ConnectionHealth, 'limited'>

export interface CredentialTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  platform: Fixed<Platform>
  upstream_user_id: Fixed<string>
  user_name: string
  email: string
  /** The scopes, separated by blanks. */
  scopes: string
  /** The encrypted access token. */
  access_token: string
  /** The encrypted refresh token. Empty when the platform issues none. */
  refresh_token: string
  issued_at: number
  /** Absent when the token does not expire by time alone. */
  access_expires_at: number | null
  refresh_expires_at: number | null
  data_access_expires_at: number | null
  /** Counts the sets of tokens. A write compares the version first. */
  version: number
  lease_owner: string
  /** The database's clock applies. */
  lease_until: number
  health: CredentialHealth
  health_reason: string
  fail_count: number
  retry_at: number
  refreshed_at: number
  inspected_at: number
  /** Since when no connection uses the credential while open writes still need it. Otherwise absent. */
  orphaned_at: number | null
  /** When maintenance checks the credential next. Defaults to as soon as possible. */
  look_at: ColumnType<number, number | undefined, number>
  /** The expiry that the users were notified of. Absent until the first notice. */
  end_told: ColumnType<number | null, number | null | undefined, number | null>
}

export interface ConnectionTable {
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  id: Fixed<string>
  credential_id: string
  /** The selected accounts, as JSON. */
  selection: string
  /** The encrypted token of the selected page. Empty where the platform has none. */
  page_token: string
  created_at: Fixed<number>
  updated_at: number
}

/** A person's request, forwarded by a platform, to delete the stored data about the person. */
export interface DeletionTable {
  /** The code by which the person can query the status of the request. */
  code: Fixed<string>
  platform: Fixed<Platform>
  /** Emptied once the request was carried out. */
  upstream_user_id: string
  /** The platform's clock applies. */
  requested_at: Fixed<number>
  /** Absent while data is left to delete. */
  done_at: number | null
}

export interface JournalEntryTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  /** Empty when the operation acts for no user. */
  user_id: Fixed<string>
  key_id: Fixed<string>
  /** The id of the request that began the write. */
  request_id: Fixed<string>
  /** The surface of that request. */
  surface: Fixed<string>
  name: Fixed<string>
  idempotency_key: Fixed<string | null>
  fingerprint: Fixed<string>
  /** The validated body, as JSON. Emptied when the user is deleted. */
  request: string
  /** The plan as JSON. Empty until the write was planned. */
  plan: string
  /** The account of the plan, as JSON. Empty until the write was planned. */
  pin: string
  /** The credential that the write uses. Empty until the write was planned. */
  credential_id: string
  marker: Fixed<string>
  /** Emptied when another write overtakes this one. */
  target: string
  state: EntryState
  owner: string
  /** Counts the owners. An owner with a lower fence writes nothing. */
  fence: number
  /** By the database's clock: the end of the owner's lease, or the end of the write. */
  lease_until: number
  /** Always 0. The column is unused, but processes of the previous release still write it. */
  attempts: number
  next_run_at: number
  /** With value 0, nothing may be sent for the write any more, not even a compensation. */
  deadline_at: number
  /** Why the write needs attention. Empty when it does not. */
  reason: string
  /** The value is 0 while the write is open. */
  status: number
  /** The results as JSON. Empty while the write is open. */
  results: string
  created_at: Fixed<number>
  updated_at: number
}

export interface JournalStepTable {
  operation_id: Fixed<string>
  number: Fixed<number>
  name: Fixed<string>
  state: StepState
  fence: number
  /** The outcome of a done step or its refusal, as JSON. Empty while neither is known. */
  outcome: string
  note: string
  /** The time of the latest try. */
  intent_at: number
  settled_at: number | null
}

/** One campaign of a batch, or an ad account whose campaigns are still to be listed. */
export interface BatchItemTable {
  operation_id: Fixed<string>
  number: Fixed<number>
  platform: Fixed<Platform>
  /** The user whose connection is used for the change. */
  user_id: string
  account_id: Fixed<string>
  /** Empty for an ad account whose campaigns could not be listed yet. */
  campaign_id: Fixed<string>
  /** `OPEN`, `DONE`, `UNCHANGED` or `FAILED`. */
  state: string
  /** The journal entry of the campaign's own write. Empty until that write began. */
  write_id: string
  /** In an undo, the journal entry that is undone. Otherwise empty. */
  undone_id: Fixed<string>
  /** The error of the latest failure. Empty after none. */
  code: string
  error: string
}

/** A creating step that was sent more than once. */
export interface LateCheckTable {
  operation_id: Fixed<string>
  /** The position of the step in the plan. */
  number: Fixed<number>
  resent_at: number
  due_at: number
  /** The duplicate objects that earlier checks found, as JSON. */
  leftovers: string
  fence: number
  lease_until: number
}

export interface AuditEntryTable {
  workspace_id: Fixed<string>
  number: Fixed<number>
  at: Fixed<number>
  event: Fixed<string>
  actor: Fixed<string>
  request_id: Fixed<string>
  /** The surface of the request. Empty where no request caused the entry. */
  surface: Fixed<string>
  operation_id: Fixed<string>
  user_id: Fixed<string>
  subject: Fixed<string>
  before: Fixed<string>
  after: Fixed<string>
  hash: Fixed<string>
}

export interface AuditHeadTable {
  workspace_id: Fixed<string>
  number: number
  hash: string
  /** The number of the workspace's last event. */
  event_seq: ColumnType<number, number | undefined, number>
  /** The last event that was deleted because of its age. */
  events_pruned_to: ColumnType<number, number | undefined, number>
}

/** The events of a workspace. */
export interface EventTable {
  workspace_id: Fixed<string>
  /** 1, 2, 3 … per workspace, without gaps, in the order of the commits. */
  seq: Fixed<number>
  id: Fixed<string>
  type: Fixed<EventType>
  /** Absent when the event concerns no user. */
  user_id: Fixed<string | null>
  occurred_at: Fixed<number>
  /** The data as JSON: ids and codes, no personal data. */
  data: Fixed<string>
}

/** The kinds of rows that processes cache for longer than a request. */
export type ChangeKind = 'key' | 'user' | 'connection' | 'credential'

/** Only triggers write this table. */
export interface ChangeTable {
  id: ColumnType<number, never, never>
  kind: ColumnType<ChangeKind, never, never>
  /** The id of the changed row, or several ids separated by blanks. */
  name: ColumnType<string, never, never>
}

export interface ErasureTable {
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  deleted_at: Fixed<number>
}

/** An address that receives events. */
export interface WebhookEndpointTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  url: string
  /** The event types, separated by blanks. Empty for all types. */
  types: string
  description: string
  /** The encrypted list of valid signing secrets, as JSON. */
  secrets: string
  status: 'enabled' | 'disabled'
  /** Why the endpoint is disabled. Empty when it is enabled. */
  reason: '' | 'caller' | 'failing' | 'gone'
  /** The number of the last event for which deliveries were created. */
  position: number
  /** Events up to this number are resent even if they were delivered. */
  again_until: number
  /** Since when no delivery succeeded. Absent after a success. */
  failing_since: number | null
  lease_owner: string
  /** By the database's clock: the end of the owner's lease, or the time of the last release. */
  lease_until: number
  created_at: Fixed<number>
}

/** The delivery of an event to an endpoint. */
export interface WebhookDeliveryTable {
  endpoint_id: Fixed<string>
  /** The number of the event. */
  seq: Fixed<number>
  workspace_id: Fixed<string>
  event_id: Fixed<string>
  type: Fixed<EventType>
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  /** When the delivery is sent next. */
  next_at: number
  /** When the latest attempt was made. Absent before the first. */
  attempted_at: ColumnType<number | null, number | null | undefined, number | null>
  /** The HTTP status of the latest response. The value is 0 when none arrived. */
  status: number
  problem: string
  /** The beginning of the latest response. */
  response: ColumnType<string, string | undefined, string>
  created_at: Fixed<number>
}

/** The ids of the encryption keys that may be in use. */
export interface EncryptionKeyTable {
  id: Fixed<string>
}

/** Limits of one subject: `workspace`, `key/<id>` or `user/<id>`. */
export interface SpendLimitsTable {
  workspace_id: Fixed<string>
  subject: Fixed<string>
  /**
   * The operator's limits if the operator set some, otherwise the workspace's own, as JSON. Earlier releases
   * enforce only this column.
   */
  limits: string
  /** The operator's limits as JSON. Empty where the operator has set none. */
  operator_limits: string
  /** The workspace's own limits as JSON, if the operator has set limits as well. Otherwise empty. */
  own_limits: string
  /** The approval rules as JSON. Empty where no write needs approval. */
  approval: string
  changed_at: number
}

/**
 * A freeze: no write that increases spend begins. The subject is `workspace`, `platform/<name>` or
 * `user/<id>`.
 */
export interface FreezeTable {
  workspace_id: Fixed<string>
  subject: Fixed<string>
  reason: string
  /** The API key, or `admin` for the operator. When both have frozen the subject, the value is `admin`. */
  frozen_by: string
  frozen_at: number
  /** The workspace's own freeze, if the operator has frozen the subject as well. Otherwise empty. */
  own_reason: string
  own_frozen_by: string
  own_frozen_at: number
}

/** Locked while a raise is checked, so that of two raises in one workspace the second counts the first. */
export interface SpendHeadTable {
  workspace_id: Fixed<string>
  number: number
}

/**
 * A write that increases spend. The row is inserted with the first intent, and deleted when the write ends
 * without effect.
 */
export interface RaiseTable {
  operation_id: Fixed<string>
  workspace_id: Fixed<string>
  key_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  account_id: Fixed<string>
  /** Empty until the new campaign is created. */
  campaign_id: string
  /** The budget that the campaign spends from, where campaigns can share one. Otherwise empty. */
  budget_id: Fixed<string>
  /** The budget before the change, a whole number as text. The amount may exceed the range of a number. */
  from_micros: Fixed<string>
  /** The maximum spend on one day after the change, as text like the budget. */
  day_micros: Fixed<string>
  /** Whether the campaign can spend after the change. */
  runs: Fixed<number>
  is_creation: Fixed<number>
  /** The database's clock applies to both times. */
  reserved_at: Fixed<number>
  settled_at: number | null
}

/** A write that needs approval. The row is deleted as soon as the approval has ended. */
export interface ApprovalTable {
  operation_id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  /** The API key of the request. */
  key_id: Fixed<string>
  /** The name of the operation. */
  name: Fixed<string>
  platform: Fixed<Platform>
  kind: Fixed<string>
  /** The reason in words: the rule that requires the approval. */
  reason: Fixed<string>
  /** The descriptions of the steps, as JSON. Plan and amounts belong to the latest plan. */
  plan: string
  plan_hash: string
  currency_code: Fixed<string>
  from_day_micros: string
  to_day_micros: string
  requested_at: Fixed<number>
  /** The value 0 means that the user was unlinked. */
  expires_at: number
}

/** A browser session of the console or the approve page. */
export interface ConsoleSessionTable {
  /** The hash of the secret in the cookie. The secret itself is not stored. */
  id_hash: Fixed<string>
  key_id: Fixed<string>
  created_at: Fixed<number>
  /** The approximate time of the last use. */
  seen_at: number
  page: Fixed<'console' | 'approve'>
  /** The workspace of the key. Empty for a session that the previous release started, until its next use. */
  workspace_id: string
  /** The address of the client that signed in. Empty for sessions from before adrail stored it. */
  address: Fixed<string>
  /** When the key was last entered again. The value is 0 when it was not. */
  proved_at: number
}

/** A connection whose leads are read. The row ends with the connection, and its leads are deleted with it. */
export interface LeadSourceTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  /** The page or the ad account by which the platform names the source in lead notifications. */
  subject: string
  /**
   * The token in the address for lead notifications of this connection, where the platform has no address for
   * all. A token in clear comes from an earlier release. A value with a tilde is no secret: the MAC of such a
   * token, or the id of the source.
   */
  hook_token: string
  /** The encrypted key that authenticates lead notifications. */
  hook_key: string
  /** Whether adrail subscribed to lead notifications at the platform, and the address of the subscription. */
  told: number
  told_address: ColumnType<string, string | undefined, string>
  /** When to read next. The platform's clock applies to all times of the row except the lease. */
  look_at: number
  /** When the source was last read completely. Absent before. */
  read_at: number | null
  /** The time up to which all leads were read. */
  read_until: number
  /**
   * The subject that the next three columns belong to. It differs from `subject` where a release before 0036
   * began the source.
   */
  events_subject: ColumnType<string, string | undefined, string>
  /** When the subject was linked, by the platform's clock. Every lead submitted later is sent as an event. */
  linked_at: ColumnType<number, number | undefined, number>
  /**
   * Of leads submitted before the link, those since this time are sent, unless the workspace received them
   * before.
   */
  events_from: ColumnType<number, number | undefined, number>
  /** The value of `events_from` for a later link of the same account. */
  resume_from: ColumnType<number, number | undefined, number>
  /** Why the latest reading failed, as an error code. Empty after a success. */
  problem: string
  /** The message of that error. Empty where an earlier release recorded the failure. */
  error: string
  lease_owner: string
  /** The database's clock applies. */
  lease_until: number
  /** When the source ended, so that no user owns its leads any more. Absent while the source is read. */
  ended_at: number | null
}

/**
 * A submitted lead form. Without its answers the row is retained as long as the platform may report the lead
 * again.
 */
export interface LeadTable {
  id: Fixed<string>
  source_id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  /** The platform's own id. */
  upstream_id: Fixed<string>
  /** The order of arrival: the number of the lead's event, or a number without an event. */
  seq: Fixed<number>
  account_id: Fixed<string>
  form_id: Fixed<string>
  campaign_id: Fixed<string>
  ad_group_id: Fixed<string>
  ad_id: Fixed<string>
  is_test: Fixed<number>
  submitted_at: Fixed<number>
  received_at: Fixed<number>
  /** The encrypted answers as JSON. Empty where the answers are not stored, or not any more. */
  content: string
  /**
   * When the answers are erased, or 0 after the person withdrew them. `forget_at` is when the row is deleted.
   */
  erase_at: number
  forget_at: Fixed<number>
}

/**
 * An account that was linked in a workspace, and the time from which a later link sends its leads as events.
 */
export interface LeadPositionTable {
  workspace_id: Fixed<string>
  platform: Fixed<Platform>
  subject: Fixed<string>
  /** The platform's clock applies. */
  events_from: number
}

/** The platform's id of a lead that a workspace received before it disconnected the account. */
export interface ReceivedLeadTable {
  workspace_id: Fixed<string>
  platform: Fixed<Platform>
  subject: Fixed<string>
  upstream_id: Fixed<string>
  forget_at: Fixed<number>
}

/**
 * A connected ad account whose campaigns are polled. The row ends with the connection, and its data is
 * deleted with it.
 */
export interface MirrorTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  account_id: Fixed<string>
  /** The account as the platform returned it at the latest read. Empty before. */
  account_name: string
  currency_code: string
  time_zone: string
  /**
   * When to read next. The platform's clock applies to all times of the row except the end. A process that
   * reads the account postpones this time, and the new time is its lease.
   */
  look_at: number
  /** When the campaigns were last read. Absent before. */
  read_at: number | null
  /**
   * When the metrics were last read, the first day with metrics, and the number of days that can still
   * change.
   */
  figures_at: number | null
  figures_since: string
  open_days: number
  /** The platform's names for accounts and campaigns in its reports. */
  account_level: string
  campaign_level: string
  /** Why the latest read failed, as an error code. Empty after a success. */
  problem: string
  /** When the connection ended, so that no user owns the data any more. Absent while the account is read. */
  ended_at: number | null
}

/** A campaign as of the latest read. */
export interface MirrorCampaignTable {
  mirror_id: Fixed<string>
  /** The platform's own id. */
  campaign_id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  name: string
  /** The beginning of the name in a case-insensitive form. */
  sort_name: string
  status: string
  effective_status: string
  /** The issues as sentences, in JSON. */
  issues: string
  /** Decimal text. Empty where the campaign has no such budget. */
  daily_budget: string
  lifetime_budget: string
  /** The metrics of the last 30 days, as JSON. Empty until metrics were read. */
  recent: string
  /** When the deletion was noticed. Absent while the campaign exists. */
  gone_at: number | null
  /**
   * The start and the end of the run, as the platform returns them. Absent where the platform returns none,
   * and in rows of earlier releases.
   */
  starts_at: number | null
  ends_at: number | null
}

/** The metrics of a campaign on one day, or of the account itself where the campaign id is empty. */
export interface MirrorDayTable {
  mirror_id: Fixed<string>
  /** A day such as `2026-01-31`, as the platform delimits days. */
  day: Fixed<string>
  campaign_id: Fixed<string>
  impressions: number
  clicks: number
  /** Decimal text, like the next three columns. */
  spend: string
  conversions: string
  conversions_value: string
  leads: string
  /** Absent where the platform does not report the value. */
  video_views: number | null
  attribution: string
}

/** The allowance that an API key has left over all processes. A key without a row has its full allowance. */
export interface KeyAllowanceTable {
  key_id: Fixed<string>
  /** Changes with every change of the row. */
  version: number
  /** Number of requests outside all slices at the time of the count. */
  requests: number
  counted_at: number
  /** The slices of the processes by process name, as JSON. */
  slices: string
}

/** A platform's response that is the same for all users, or a claim by the process that requests it. */
export interface LookupTable {
  /** The hash of the query and its platform. */
  name_hash: Fixed<string>
  /** The response as JSON. Empty while it is being requested. */
  answer: string
  /** The claim: the process that requests the response, and its query. */
  asked_by: string
  keep_until: number
}

/** The table has one row, with the id `state`. */
export interface DatabaseStateTable {
  id: Fixed<string>
  /** The timeline that a process last recorded. Empty where the database has none. */
  timeline: string
  /**
   * When a process last noticed that writes may be missing, by the database's clock. Absent before the first
   * time.
   */
  lost_at: number | null
  reason: '' | LossReason
  /**
   * The last workspace that was notified of the latest loss. Workspaces are notified in the order of their
   * ids.
   */
  reported_to: string
}

/** How a process noticed that the database lost writes. */
export type LossReason = 'failover' | 'write_missing' | 'restore'

/** A secret of the service. */
export interface ServiceSecretTable {
  id: Fixed<string>
  /** Always empty. */
  workspace_id: Fixed<string>
  /** The encrypted secret. */
  secret: string
}

/** An image that a caller uploaded. */
export interface ImageTable {
  /** Derived from the workspace and the digest. */
  id: Fixed<string>
  workspace_id: Fixed<string>
  /** The SHA-256 hash of the stored bytes. */
  digest: Fixed<string>
  /** The media type. */
  type: Fixed<'image/jpeg' | 'image/png'>
  /** The size in pixels as viewers show the image. */
  width: Fixed<number>
  height: Fixed<number>
  /** The number of bytes. */
  size: Fixed<number>
  created_at: Fixed<number>
  expires_at: number
}

/** A part of the bytes of an image. */
export interface ImageChunkTable {
  image_id: Fixed<string>
  number: Fixed<number>
  /** The drivers of the databases return different kinds of byte arrays. */
  bytes: Fixed<Uint8Array>
}

/** The number of bytes of all images of a workspace. */
export interface ImageUsageTable {
  workspace_id: Fixed<string>
  size: number
}

/** Receives every statement with its duration. */
export type OnStatement = (text: string, tookMs: number) => void

export type Db = Kysely<Tables> | Transaction<Tables>

export interface Store {
  readonly db: Kysely<Tables>
  /** The shared clock of all serving processes, in milliseconds. Every query reads it again. */
  readonly clock: RawBuilder<number>
  /**
   * The history that the database continues. The timeline changes when a standby is promoted. Empty where
   * none is known.
   */
  readonly timeline: RawBuilder<string>
  /** Number of statements that wait for a connection. */
  countWaiting(): number
  /** Throws when the database cannot be used. */
  ping(): Promise<void>
  /** Throws when the database cannot be written. The probe leaves no data. */
  probe(): Promise<void>
  /**
   * The number of servers that replicate the database, and whether an acknowledged write is on one of them.
   */
  readReplication(): Promise<{ readonly count: number; readonly isSynchronous: boolean }>
  /** Changes the schema completely or not at all, while other processes with the same intention wait. */
  changeSchema(change: (db: Kysely<Tables>) => Promise<void>): Promise<void>
  close(): Promise<void>
}
