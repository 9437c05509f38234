// The database as the rest of the service sees it: its tables, and what an open one can do.

import type { ConnectionHealth, EventType, Platform } from '@adrail/contract'
import type { ColumnType, Kysely, RawBuilder, Transaction } from 'kysely'

/** Instants are whole milliseconds, absent text is empty text, switches are 0 or 1: the same on both databases. */
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
  /** The journal's entries: callers know them as operations, by their `operationId`. */
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
  sealing_keys: SealingKeyTable
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
}

/** Written once, never changed. */
type Fixed<T> = ColumnType<T, T, never>

export interface WorkspaceTable {
  id: Fixed<string>
  name: string
  created_at: Fixed<number>
  /** 1: users may be sent to any address on the same machine; for the demo workspace only. */
  loopback_redirects: number
  /** Key lines whose rates the workspace has together: those that the operator created, and those from before 0033. */
  rated_keys: number
  /** 1: an account that a user links sends the leads from before the link as events, too. */
  lead_history_events: ColumnType<number, number | undefined, number>
}

/** How a workspace is seen by the people who link; what is empty is not shown. */
export interface BrandTable {
  workspace_id: Fixed<string>
  name: string
  /** `#rrggbb` */
  colour: string
  privacy_url: string
  support_url: string
  logo_hash: string
  /** The media type. */
  logo_type: string
  /** Base64. */
  logo: string
}

export interface ApiKeyTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  name: string
  /** The part of the key that may be shown and by which it is found. */
  public_id: Fixed<string>
  secret_hash: Fixed<string>
  /** Separated by blanks. */
  scopes: string
  created_at: Fixed<number>
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
  /** The key that the first of its predecessors was; empty for a key that follows none. */
  line: Fixed<string>
  /** The key line that shares its hourly counts with this key; empty for a key that is counted with its own line. */
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
  platform: Fixed<string>
  token_hash: Fixed<string>
  redirect_uri: Fixed<string>
  /** Sealed. */
  caller_state: string
  status: string
  error_code: string
  /** Of the cookie that binds the trip to one browser; empty until it starts. */
  browser_hash: string
  /** Of the state that the platform hands back; absent before the trip and once it was used. */
  state_hash: string | null
  /** Sealed. */
  pkce_verifier: string
  /** Sealed: what came back from the platform and waits for the user's choice. */
  draft: string
  created_at: Fixed<number>
  expires_at: Fixed<number>
}

/** Whether a connection is limited follows from what was granted; it is not stored. */
export type CredentialHealth = Exclude<ConnectionHealth, 'limited'>

export interface CredentialTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  platform: Fixed<string>
  upstream_user_id: Fixed<string>
  user_name: string
  email: string
  /** Separated by blanks. */
  scopes: string
  /** Sealed. */
  access_token: string
  /** Sealed; empty when the platform gives none. */
  refresh_token: string
  issued_at: number
  /** Absent: not by time alone. */
  access_expires_at: number | null
  refresh_expires_at: number | null
  data_access_expires_at: number | null
  /** Counts every new set of tokens; writes compare it first. */
  version: number
  lease_owner: string
  /** By the database's clock. */
  lease_until: number
  health: CredentialHealth
  health_reason: string
  fail_count: number
  retry_at: number
  refreshed_at: number
  inspected_at: number
  /** Since when no connection uses it, while writes that went through it are open; else absent. */
  orphaned_at: number | null
  /** When upkeep has to look at it next; as soon as may be, unless somebody says otherwise. */
  look_at: ColumnType<number, number | undefined, number>
  /** The end that its users were told to come soon; absent until then. */
  end_told: ColumnType<number | null, number | null | undefined, number | null>
}

export interface ConnectionTable {
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<string>
  id: Fixed<string>
  credential_id: string
  /** The chosen accounts, as JSON. */
  selection: string
  /** Sealed: the token of the chosen page; empty where the platform has none. */
  page_token: string
  created_at: Fixed<number>
  updated_at: number
}

/** A person's wish, told by a platform, that what is stored about them be deleted. */
export interface DeletionTable {
  /** By which the person can ask what became of it. */
  code: Fixed<string>
  platform: Fixed<string>
  /** Emptied once it was carried out. */
  upstream_user_id: string
  /** By the platform's clock. */
  requested_at: Fixed<number>
  /** Absent while something is left. */
  done_at: number | null
}

export interface JournalEntryTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  /** Empty when the operation acts for nobody. */
  user_id: Fixed<string>
  key_id: Fixed<string>
  /** Of the request that began it. */
  request_id: Fixed<string>
  /** By which that request came in. */
  surface: Fixed<string>
  name: Fixed<string>
  idempotency_key: Fixed<string | null>
  fingerprint: Fixed<string>
  /** The validated body, as JSON; emptied when its user is deleted. */
  request: string
  /** As JSON; empty until it was planned. */
  plan: string
  /** The account that it was planned for, as JSON; empty until then. */
  pin: string
  /** The credential that it works with; empty until it was planned. */
  credential_id: string
  marker: Fixed<string>
  /** Emptied when another write passes it. */
  target: string
  state: string
  owner: string
  /** Counts the owners: whoever comes with an older one writes nothing. */
  fence: number
  /** By the database's clock: how long its owner holds it, or when it ended. */
  lease_until: number
  /** Always 0: nobody counts any more, and a process of the release before still writes the column. */
  attempts: number
  next_run_at: number
  /** 0: nothing may be sent for it any more, not even to take something back. */
  deadline_at: number
  /** Why it needs attention; empty when it does not. */
  reason: string
  /** 0 while it is open. */
  status: number
  /** As JSON; empty while it is open. */
  results: string
  created_at: Fixed<number>
  updated_at: number
}

export interface JournalStepTable {
  operation_id: Fixed<string>
  number: Fixed<number>
  name: Fixed<string>
  state: string
  fence: number
  /** As JSON: what a done step left, or how it was refused; empty while neither is known. */
  outcome: string
  note: string
  /** Of the latest try. */
  intent_at: number
  settled_at: number | null
}

/** One campaign of a write that changes many, or an ad account whose campaigns are still to be listed. */
export interface BatchItemTable {
  operation_id: Fixed<string>
  number: Fixed<number>
  platform: Fixed<Platform>
  /** Through whose connection it is changed. */
  user_id: string
  account_id: Fixed<string>
  /** Empty for an ad account whose campaigns could not be listed yet. */
  campaign_id: Fixed<string>
  /** `OPEN`, `DONE`, `UNCHANGED` or `FAILED`. */
  state: string
  /** The journal entry of the campaign's own write; empty until one began. */
  write_id: string
  /** In an undo, the journal entry that is taken back; empty otherwise. */
  undone_id: Fixed<string>
  /** Of the last failure; empty after none. */
  code: string
  error: string
}

/** A creating step that was sent more than once. */
export interface LateCheckTable {
  operation_id: Fixed<string>
  /** The place of the step in the plan. */
  number: Fixed<number>
  resent_at: number
  due_at: number
  /** As JSON: the extra objects that earlier checks found. */
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
  /** By which the request came in; empty where none did. */
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

/** What a workspace is told. */
export interface EventTable {
  workspace_id: Fixed<string>
  /** 1, 2, 3 … in each workspace, without gaps, in the order of the commits. */
  seq: Fixed<number>
  id: Fixed<string>
  type: Fixed<EventType>
  /** Absent when it concerns no user. */
  user_id: Fixed<string | null>
  occurred_at: Fixed<number>
  /** As JSON: ids and codes, nothing personal. */
  data: Fixed<string>
}

/** What processes remember of the database for longer than a request. */
export type ChangeKind = 'key' | 'user' | 'connection' | 'credential'

/** Written by triggers alone. */
export interface ChangeTable {
  id: ColumnType<number, never, never>
  kind: ColumnType<ChangeKind, never, never>
  /** Of what was changed: its id, or its ids separated by blanks. */
  name: ColumnType<string, never, never>
}

export interface ErasureTable {
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  deleted_at: Fixed<number>
}

/** An address that events are sent to. */
export interface WebhookEndpointTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  url: string
  /** Separated by blanks; empty for all. */
  types: string
  description: string
  /** Sealed: those that are good, as JSON. */
  secrets: string
  status: 'enabled' | 'disabled'
  /** Why it is disabled; empty when it is not. */
  reason: '' | 'caller' | 'failing' | 'gone'
  /** The number of the last event of which deliveries were made. */
  position: number
  /** Up to this event also what was delivered is sent again. */
  again_until: number
  /** Since when no delivery succeeded; absent after one that did. */
  failing_since: number | null
  lease_owner: string
  /** By the database's clock: until when it is served by its owner, or since when by nobody. */
  lease_until: number
  created_at: Fixed<number>
}

/** An event on its way to an endpoint. */
export interface WebhookDeliveryTable {
  endpoint_id: Fixed<string>
  /** The number of the event. */
  seq: Fixed<number>
  workspace_id: Fixed<string>
  event_id: Fixed<string>
  type: Fixed<EventType>
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  /** When it is to be sent next. */
  next_at: number
  /** The latest attempt; absent before the first. */
  attempted_at: ColumnType<number | null, number | null | undefined, number | null>
  /** Of the latest answer; 0 when none came. */
  status: number
  problem: string
  /** The beginning of the latest response. */
  response: ColumnType<string, string | undefined, string>
  created_at: Fixed<number>
}

/** The keys under which something may be sealed. */
export interface SealingKeyTable {
  id: Fixed<string>
}

/** How much may be spent, for whom: `workspace`, `key/<id>` or `user/<id>`. */
export interface SpendLimitsTable {
  workspace_id: Fixed<string>
  subject: Fixed<string>
  /** The operator's limits if there are some, else the workspace's own: earlier releases enforce only this column. As JSON. */
  limits: string
  /** As JSON; empty where the operator has set none. */
  operator_limits: string
  /** The workspace's own beside the operator's, as JSON; else empty. */
  own_limits: string
  /** Which writes wait for approval, as JSON; empty where none does. */
  approval: string
  changed_at: number
}

/** While there is one, nothing is begun that lets more be spent. Its subject: `workspace`, `platform/<name>` or `user/<id>`. */
export interface FreezeTable {
  workspace_id: Fixed<string>
  subject: Fixed<string>
  reason: string
  /** The API key, or `admin`: where both have frozen it, `admin`. */
  frozen_by: string
  frozen_at: number
  /** The workspace's own freeze beside the operator's; else empty. */
  own_reason: string
  own_frozen_by: string
  own_frozen_at: number
}

/** Held while a raise is weighed, so that of two in one workspace the second counts the first. */
export interface SpendHeadTable {
  workspace_id: Fixed<string>
  number: number
}

/** A write that lets more be spent: reserved with its first intent, gone when it ends without effect. */
export interface RaiseTable {
  operation_id: Fixed<string>
  workspace_id: Fixed<string>
  key_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<string>
  account_id: Fixed<string>
  /** Empty until a new campaign is made. */
  campaign_id: string
  /** The budget that it spends from, where campaigns can share one; else empty. */
  budget_id: Fixed<string>
  /** The budget before, a whole number as text: it may pass what a number holds. */
  from_micros: Fixed<string>
  /** The most that can be spent on one day afterwards, likewise. */
  day_micros: Fixed<string>
  /** Whether the campaign can spend afterwards. */
  runs: Fixed<number>
  is_creation: Fixed<number>
  /** Both by the database's clock. */
  reserved_at: Fixed<number>
  settled_at: number | null
}

/** A write that waits until somebody else has approved it; gone as soon as its waiting has ended. */
export interface ApprovalTable {
  operation_id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  /** Who asked. */
  key_id: Fixed<string>
  /** Of the operation. */
  name: Fixed<string>
  platform: Fixed<string>
  kind: Fixed<string>
  /** Which rule makes it wait, in words. */
  reason: Fixed<string>
  /** What its steps say, as JSON; with the two amounts, of the latest plan. */
  plan: string
  plan_hash: string
  currency_code: Fixed<string>
  from_day_micros: string
  to_day_micros: string
  requested_at: Fixed<number>
  /** 0: its user was unlinked. */
  expires_at: number
}

/** A browser that is signed in at the console or the approve page. */
export interface ConsoleSessionTable {
  /** Of the secret in its cookie, which is stored nowhere. */
  id_hash: Fixed<string>
  key_id: Fixed<string>
  created_at: Fixed<number>
  /** About when it was last used. */
  seen_at: number
  page: Fixed<'console' | 'approve'>
  /** Of its key. Empty for a session that the release before started, until its next use. */
  workspace_id: string
  /** The address of the client that signed in; empty for sessions from before adrail kept it. */
  address: Fixed<string>
  /** When the key was last shown again; 0 when it was not. */
  proved_at: number
}

/** A connection whose leads are read. It ends with the connection; what it brought goes with it. */
export interface LeadSourceTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  /** The page or the ad account by which the platform names it when it tells of a lead. */
  subject: string
  /**
   * For the address at which forms of this connection are told of, where the platform has no address for all. The token in clear, as
   * earlier releases stored it; or a tilde and what is no secret: the MAC of such a token, or the id of the source.
   */
  hook_token: string
  /** Sealed: what such a message must bring. */
  hook_key: string
  /** Whether the platform was asked to tell of new leads, and at which address. */
  told: number
  told_address: ColumnType<string, string | undefined, string>
  /** By the platform's clock, as all but the lease: when to read next. */
  look_at: number
  /** When it was last read to its end; absent before. */
  read_at: number | null
  /** Up to when everything was read. */
  read_until: number
  /** The subject that the next three columns belong to. Another than `subject` where a release before 0036 began the source. */
  events_subject: ColumnType<string, string | undefined, string>
  /** When the subject was linked, by the platform's clock: every lead that was submitted later is sent as an event. */
  linked_at: ColumnType<number, number | undefined, number>
  /** Of leads submitted before the link, those since this time are sent, unless the workspace received them before. */
  events_from: ColumnType<number, number | undefined, number>
  /** `events_from` of a later link of the same account. */
  resume_from: ColumnType<number, number | undefined, number>
  /** Why the latest reading failed, as an error code; empty when it did not. */
  problem: string
  /** The sentence of that error; empty where an earlier release noted it. */
  error: string
  lease_owner: string
  /** By the database's clock. */
  lease_until: number
  /** Since when its leads are nobody's; absent while it is read. */
  ended_at: number | null
}

/** What somebody filled in. Without its answers it is kept for as long as the platform might tell of it again. */
export interface LeadTable {
  id: Fixed<string>
  source_id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  /** The platform's own id. */
  upstream_id: Fixed<string>
  /** The order in which leads came: the number of the lead's event, or one that no event has. */
  seq: Fixed<number>
  account_id: Fixed<string>
  form_id: Fixed<string>
  campaign_id: Fixed<string>
  ad_group_id: Fixed<string>
  ad_id: Fixed<string>
  is_test: Fixed<number>
  submitted_at: Fixed<number>
  received_at: Fixed<number>
  /** Sealed: the answers, as JSON; empty where they are not kept, or not any more. */
  content: string
  /** When the answers are erased, 0 where the person took them back; and when everything is forgotten. */
  erase_at: number
  forget_at: Fixed<number>
}

/** An account that was linked in a workspace, and since when a later link sends its leads as events. */
export interface LeadPositionTable {
  workspace_id: Fixed<string>
  platform: Fixed<Platform>
  subject: Fixed<string>
  /** By the platform's clock. */
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

/** A connected ad account whose campaigns are looked at. It ends with its connection; what was seen of it goes with it. */
export interface MirrorTable {
  id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  account_id: Fixed<string>
  /** As the platform told them when it was last read; empty before. */
  account_name: string
  currency_code: string
  time_zone: string
  /** By the platform's clock, as all but the end: when to look next. Whoever looks has put it off, and holds it by that. */
  look_at: number
  /** When its campaigns were last read; absent before. */
  read_at: number | null
  /** When its figures were last read, from which day on they are there, and for how long days can still change. */
  figures_at: number | null
  figures_since: string
  open_days: number
  /** What the platform calls accounts and campaigns in its reports. */
  account_level: string
  campaign_level: string
  /** Why the latest look failed, as an error code; empty when it did not. */
  problem: string
  /** Since when what was seen is nobody's; absent while it is looked at. */
  ended_at: number | null
}

/** A campaign as it was last seen. */
export interface MirrorCampaignTable {
  mirror_id: Fixed<string>
  /** The platform's own id. */
  campaign_id: Fixed<string>
  workspace_id: Fixed<string>
  user_id: Fixed<string>
  platform: Fixed<Platform>
  name: string
  /** The beginning of the name, without a difference between large and small letters. */
  sort_name: string
  status: string
  effective_status: string
  /** Sentences, as JSON. */
  issues: string
  /** Decimal text; empty where there is no such budget. */
  daily_budget: string
  lifetime_budget: string
  /** What its last 30 days brought, as JSON; empty until figures were read. */
  recent: string
  /** Since when it is deleted; absent while it is not. */
  gone_at: number | null
  /** From when to when it runs, as its platform names them; absent where it names none, and before this release read them. */
  starts_at: number | null
  ends_at: number | null
}

/** What one day brought to a campaign; to the account itself where no campaign is named. */
export interface MirrorDayTable {
  mirror_id: Fixed<string>
  /** Such as `2026-01-31`, as the platform counts days. */
  day: Fixed<string>
  campaign_id: Fixed<string>
  impressions: number
  clicks: number
  /** Decimal text, as the next three. */
  spend: string
  conversions: string
  conversions_value: string
  leads: string
  /** Absent where the platform does not tell. */
  video_views: number | null
  attribution: string
}

/** What an API key has left of its limits over all processes; a key without a row has everything. */
export interface KeyAllowanceTable {
  key_id: Fixed<string>
  /** Changes with every change. */
  version: number
  /** How many no process had a slice of, when they were counted. */
  requests: number
  counted_at: number
  /** What processes hold, by their names, as JSON. */
  slices: string
}

/** An answer of a platform that is the same for everybody, or that somebody asks for it. */
export interface LookupTable {
  /** Of what was asked, and where. */
  name_hash: Fixed<string>
  /** JSON; empty while it is being asked for. */
  answer: string
  /** The process that asks, or asked, and its question. */
  asked_by: string
  keep_until: number
}

/** One row, with the id `state`. */
export interface DatabaseStateTable {
  id: Fixed<string>
  /** The timeline that a process last saw; empty where the database has none. */
  timeline: string
  /** By the database's clock: when a process last noticed that writes may be missing. Absent before the first time. */
  lost_at: number | null
  reason: '' | LossReason
  /** Workspaces are notified of the last loss in the order of their ids: the last one that was. */
  reported_to: string
}

/** How a process noticed that the database lost writes. */
export type LossReason = 'failover' | 'write_missing' | 'restore'

/** A secret of the service itself. */
export interface ServiceSecretTable {
  id: Fixed<string>
  /** Always empty. */
  workspace_id: Fixed<string>
  /** Sealed. */
  secret: string
}

/** Is told every statement, and how long the database took for it. */
export type OnStatement = (text: string, tookMs: number) => void

export type Db = Kysely<Tables> | Transaction<Tables>

export interface Store {
  readonly db: Kysely<Tables>
  /** The one clock that all serving processes share, in milliseconds; read anew for each query. */
  readonly clock: RawBuilder<number>
  /** Names the history that the database continues. It changes when a standby is promoted; empty where none is known. */
  readonly timeline: RawBuilder<string>
  /** How much work waits for a connection. */
  waiting(): number
  /** Fails when the database cannot be used. */
  ping(): Promise<void>
  /** Fails when nothing can be written. Writes something that means nothing. */
  probe(): Promise<void>
  /** The servers that replicate the database, and whether an acknowledged write is on one of them. */
  standbys(): Promise<{ readonly count: number; readonly isSynchronous: boolean }>
  /** Changes the schema whole or not at all, while other processes that want to do the same wait. */
  changeSchema(change: (db: Kysely<Tables>) => Promise<void>): Promise<void>
  close(): Promise<void>
}
