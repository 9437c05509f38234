// Every function of the store, called as the service calls it, and what each of them says to the database.

import * as approvals from '../src/store/approvals.ts'
import * as auditEntries from '../src/store/auditEntries.ts'
import * as batchItems from '../src/store/batchItems.ts'
import * as besideConnections from '../src/store/besideConnections.ts'
import * as brands from '../src/store/brands.ts'
import * as changes from '../src/store/changes.ts'
import * as clocks from '../src/store/clock.ts'
import * as connections from '../src/store/connections.ts'
import * as consoleSessions from '../src/store/consoleSessions.ts'
import * as credentials from '../src/store/credentials.ts'
import * as databaseStates from '../src/store/databaseState.ts'
import * as deletions from '../src/store/deletions.ts'
import * as erasures from '../src/store/erasures.ts'
import * as events from '../src/store/events.ts'
import * as journalEntries from '../src/store/journalEntries.ts'
import * as keptLookups from '../src/store/keptLookups.ts'
import * as keyAllowances from '../src/store/keyAllowances.ts'
import * as keyCreators from '../src/store/keyCreators.ts'
import * as keys from '../src/store/keys.ts'
import * as lateChecks from '../src/store/lateChecks.ts'
import * as leadPositions from '../src/store/leadPositions.ts'
import * as leadSources from '../src/store/leadSources.ts'
import * as leads from '../src/store/leads.ts'
import * as links from '../src/store/links.ts'
import * as mirrorCampaigns from '../src/store/mirrorCampaigns.ts'
import * as mirrorDays from '../src/store/mirrorDays.ts'
import * as mirrors from '../src/store/mirrors.ts'
import * as raises from '../src/store/raises.ts'
import * as sealedColumns from '../src/store/sealedColumns.ts'
import * as serviceSecrets from '../src/store/serviceSecrets.ts'
import * as spendLimits from '../src/store/spendLimits.ts'
import type { Store } from '../src/store/tables.ts'
import * as users from '../src/store/users.ts'
import * as webhookDeliveries from '../src/store/webhookDeliveries.ts'
import * as webhookEndpoints from '../src/store/webhookEndpoints.ts'
import * as workspaces from '../src/store/workspaces.ts'
import { freshCredential } from './credentialRow.ts'

export interface Asking {
  /** The function of the store. */
  readonly by: string
  readonly statements: readonly string[]
  readonly tookMs: number
}

const workspace_id = 'ws_1'
const user_id = 'usr_1'
const owned = { workspace_id, user_id }
const platform = 'social'
const at = 1000

const wholeAllowance = { allowance: { requests: 1, countedAt: at, slices: {} } }

const leadSource = {
  ...owned,
  id: 'lds_1',
  platform,
  subject: 'page',
  hook_token: 'hook',
  hook_key: '',
  ...leadSources.unreadSource,
  look_at: at,
  events_subject: 'page',
} as const
const leadsAsked = { sourceIds: [leadSource.id], after: 0 }
const storedLead = {
  ...owned,
  id: 'led_1',
  source_id: leadSource.id,
  platform,
  upstream_id: '1',
  seq: 1,
  account_id: '1',
  form_id: '1',
  campaign_id: '1',
  ad_group_id: '1',
  ad_id: '1',
  is_test: 0,
  submitted_at: at,
  received_at: at,
  content: 'old.1',
  erase_at: at,
  forget_at: at,
} as const
const accountMirror = {
  ...owned,
  id: 'mir_1',
  platform,
  account_id: '1',
  account_name: '',
  currency_code: 'EUR',
  time_zone: 'UTC',
  look_at: at,
  read_at: null,
  figures_at: null,
  figures_since: '',
  open_days: 28,
  account_level: 'account',
  campaign_level: 'campaign',
  problem: '',
  ended_at: null,
} as const
const mirrorOwner = { workspaceId: owned.workspace_id, userId: owned.user_id, platform } as const
const mirrorCampaign = {
  ...owned,
  mirror_id: accountMirror.id,
  campaign_id: '1',
  platform,
  name: '',
  sort_name: '',
  status: 'ACTIVE',
  effective_status: 'ACTIVE',
  issues: '[]',
  daily_budget: '',
  lifetime_budget: '',
  starts_at: null,
  ends_at: null,
  recent: '',
  gone_at: null,
} as const
/** By name and by status, of whom- and whichever, forwards and back. */
const campaignsInOrder = (['NAME', 'STATUS'] as const).flatMap((order) =>
  [{}, { userId: user_id }].flatMap((whose) =>
    [{}, { status: 'ACTIVE' }].flatMap((which) =>
      [{}, { after: mirrorCampaign }, { descending: true, before: mirrorCampaign }].map((from) => ({
        order,
        ...whose,
        ...which,
        ...from,
      })),
    ),
  ),
)
const campaignDay = {
  mirror_id: accountMirror.id,
  day: '2026-01-01',
  campaign_id: mirrorCampaign.campaign_id,
  impressions: 1,
  clicks: 1,
  spend: '1',
  conversions: '0',
  conversions_value: '0',
  leads: '0',
  video_views: null,
  attribution: '',
} as const
const user = { workspace_id, id: user_id, name: '', email: '', external_id: 'ext_1', created_at: at }
const key = {
  id: 'key_1',
  workspace_id,
  name: '',
  public_id: 'public',
  secret_hash: '',
  scopes: '',
  created_at: at,
  expires_at: null,
  line: '',
  counted_with: '',
}
const liveSessions = { consoleSeen: at, consoleStarted: at, approveStarted: at, now: at }
const session = {
  id_hash: 'session',
  key_id: key.id,
  created_at: at,
  seen_at: at,
  workspace_id,
  page: 'console' as const,
  address: '',
  proved_at: 0,
}
const link = {
  ...owned,
  id: 'lnk_1',
  platform,
  token_hash: 'token',
  redirect_uri: '',
  caller_state: '',
  status: 'created',
  error_code: '',
  browser_hash: '',
  state_hash: 'state',
  pkce_verifier: '',
  draft: '',
  created_at: at,
  expires_at: at,
}
const credential = {
  ...freshCredential,
  id: 'crd_1',
  workspace_id,
  platform,
  upstream_user_id: 'person',
  scopes: '',
  access_token: '',
  refresh_token: '',
  issued_at: at,
  access_expires_at: null,
  refresh_expires_at: null,
  data_access_expires_at: null,
} as const
const connection = {
  ...owned,
  platform,
  id: 'con_1',
  credential_id: credential.id,
  selection: '{}',
  page_token: '',
  created_at: at,
  updated_at: at,
}
const entry = {
  ...owned,
  id: 'op_1',
  key_id: key.id,
  request_id: '',
  surface: 'http',
  name: '',
  idempotency_key: null,
  fingerprint: 'fingerprint',
  request: '{"a":1}',
  plan: '',
  pin: '',
  credential_id: '',
  marker: 'marker',
  target: 'target',
  state: 'PENDING',
  reason: '',
  owner: '',
  fence: 1,
  attempts: 0,
  next_run_at: at,
  deadline_at: at,
  status: 0,
  results: '',
  created_at: at,
  updated_at: at,
}
/** When the runner looks. */
const turn = { now: at, longestMs: at }
const hold = { id: entry.id, fence: 1 }
const batchItem = {
  operation_id: entry.id,
  number: 0,
  platform,
  user_id,
  account_id: '1',
  campaign_id: '2',
  state: 'OPEN',
  write_id: '',
  undone_id: '',
  code: '',
  error: '',
} as const
const step = {
  operation_id: entry.id,
  number: 1,
  name: '',
  state: '',
  fence: 1,
  outcome: '',
  note: '',
  intent_at: at,
  settled_at: null,
}
const lateCheck = {
  operation_id: entry.id,
  number: 1,
  resent_at: at,
  due_at: at,
  leftovers: '[]',
  fence: 1,
  lease_until: 0,
}
const auditEntry = {
  ...owned,
  number: 1,
  at,
  event: '',
  actor: '',
  request_id: '',
  surface: 'http',
  operation_id: '',
  subject: '',
  before: '',
  after: '',
  hash: '',
}
const event = {
  ...owned,
  seq: 1,
  id: 'evt_1',
  type: 'user.deleted',
  occurred_at: at,
  data: '{}',
} as const
const raise = {
  ...owned,
  operation_id: entry.id,
  key_id: key.id,
  platform,
  account_id: 'account',
  campaign_id: '',
  budget_id: '',
  from_micros: '0',
  day_micros: '0',
  runs: 1,
  is_creation: 1,
}
const approval = {
  ...owned,
  operation_id: entry.id,
  key_id: key.id,
  name: '',
  platform,
  kind: 'RAISE',
  reason: '',
  plan: '[]',
  plan_hash: 'hash',
  currency_code: 'EUR',
  from_day_micros: '0',
  to_day_micros: '0',
  requested_at: at,
  expires_at: at,
}
const account = { workspaceId: workspace_id, platform, accountId: raise.account_id }
const subjects = ['workspace', 'user/usr_1']
const frozen = {
  workspace_id,
  subject: 'workspace',
  ...{ reason: '', frozen_by: '', frozen_at: at },
  ...{ own_reason: '', own_frozen_by: '', own_frozen_at: 0 },
}
const erasure = { ...owned, deleted_at: at }
const deletion = { code: 'code', platform, upstream_user_id: 'person', requested_at: at, done_at: null }
const webhookEndpoint = {
  id: 'whe_1',
  workspace_id,
  url: '',
  types: '',
  description: '',
  secrets: 'old.1',
  status: 'enabled',
  reason: '',
  position: 0,
  again_until: 0,
  failing_since: null,
  lease_owner: 'owner',
  lease_until: 0,
  created_at: at,
} as const
const delivery = { endpoint_id: webhookEndpoint.id, seq: 1, attempts: 0 }
const position = { createdAt: at, id: user_id }
const limit = 10
const anyTime = { since: 0, until: at }
const after = { created_at: at, id: entry.id }

/** Calls every function, in an order in which each finds what it speaks of; `heard` hands over what was said since. */
export async function askEverything(
  store: Store,
  heard: () => readonly string[] = () => [],
): Promise<Asking[]> {
  const { db, clock } = store
  const asked: Asking[] = []
  let by = ''
  const named = <Module extends object>(module: Module): Module =>
    new Proxy(
      { ...module },
      {
        get(functions, name) {
          by = String(name)
          return Reflect.get(functions, name)
        },
      },
    )
  const [workspace, apiKey, person] = [named(workspaces), named(keys), named(users)]
  const [brand, visit] = [named(brands), named(consoleSessions)]
  const [allowance, creator, lookup] = [named(keyAllowances), named(keyCreators), named(keptLookups)]
  const late = named(lateChecks)
  const batch = named(batchItems)
  const [state, secret] = [named(databaseStates), named(serviceSecrets)]
  const [trip, tokens, linked] = [named(links), named(credentials), named(connections)]
  const [journal, audit, sealed, erasing, deleting, told, changed] = [
    named(journalEntries),
    named(auditEntries),
    named(sealedColumns),
    named(erasures),
    named(deletions),
    named(events),
    named(changes),
  ]
  const [endpoint, deliveries] = [named(webhookEndpoints), named(webhookDeliveries)]
  const [rising, limiting, waiting] = [named(raises), named(spendLimits), named(approvals)]
  const [beside, sources, lead] = [named(besideConnections), named(leadSources), named(leads)]
  const leadPosition = named(leadPositions)
  const [mirror, mirrored, mirrorDay] = [named(mirrors), named(mirrorCampaigns), named(mirrorDays)]
  const value = { id: 'crd_1', workspace_id, sealed: 'old.1' }

  const calls: readonly (() => Promise<unknown>)[] = [
    () => workspace.insertWorkspace(db, { id: workspace_id, name: '', created_at: at }),
    () => workspace.findWorkspace(db, workspace_id),
    () => workspace.addRatedKey(db, workspace_id),
    () => workspace.setLeadHistoryEvents(db, workspace_id, true),
    () => workspace.listWorkspaces(db),
    () => workspace.workspacesAfter(db, '', limit),
    () => workspace.addRedirectUri(db, workspace_id, 'uri', at),
    () => workspace.listRedirectUris(db, workspace_id),
    () => workspace.removeRedirectUri(db, workspace_id, 'uri'),
    () => brand.changeBrand(db, workspace_id, { logo_hash: 'hash' }),
    () => brand.findBrand(db, workspace_id),
    () => brand.findLogo(db, 'hash'),

    () => apiKey.insertKey(db, key),
    () => apiKey.findKey(db, key.id),
    () => apiKey.findKeyByPublicId(db, key.public_id),
    () => apiKey.listKeys(db, undefined, { limit, after: '' }),
    () => apiKey.listKeys(db, workspace_id, { limit }),
    () => apiKey.listKeys(db, workspace_id, { limit, before: key.id }),
    () => apiKey.areOfOneLine(db, key.id, 'key_2'),
    () => apiKey.countWith(db, key.id, key.id),
    () => creator.recordCreator(db, key.id, 'key_2'),
    () => creator.wasCreatedBy(db, key.id, 'key_2'),
    () => apiKey.hasAdminKey(db, workspace_id, at),
    () => apiKey.recordKeyUse(db, key.id, at),
    () => apiKey.expireKey(db, key.id, at),
    () => apiKey.revokeKey(db, key.id, at),

    () => visit.insertSession(db, session),
    () => visit.findSession(db, session.id_hash),
    () => visit.noteSessionSeen(db, session, at),
    () => visit.noteSessionProved(db, session.id_hash, at),
    () => visit.listSessions(db, workspace_id, liveSessions, { limit }),
    () => visit.listSessions(db, workspace_id, liveSessions, { limit, before: 'x' }),
    () => visit.pruneSessions(db, at, limit),
    () => visit.revokeSession(db, workspace_id, 'a'),
    () => visit.deleteSession(db, session.id_hash),

    () => person.insertUser(db, user),
    // The second one finds the first by its external id.
    () => person.insertUser(db, { ...user, id: 'usr_2' }),
    () => person.findUser(db, workspace_id, user_id),
    () => person.namesOfUsers(db, workspace_id, [user_id]),
    () => person.findUserByExternalId(db, workspace_id, user.external_id),
    () => linked.usersWithConnections(db, workspace_id, { limit }),
    () => linked.usersWithConnections(db, workspace_id, { limit, after: position }),
    () => linked.usersWithConnections(db, workspace_id, { limit, before: position }),

    () => trip.insertLink(db, link),
    () => trip.findLink(db, workspace_id, link.id),
    () => trip.findLinkByTokenHash(db, link.token_hash),
    () => trip.findLinkByStateHash(db, link.state_hash),
    () => trip.openLinks(db, workspace_id, user_id, at),
    () => trip.updateLink(db, link.id, ['created'], { status: 'started' }),
    () => trip.consumeState(db, link.id, link.state_hash),
    () => trip.deleteLinksBefore(db, at, limit),

    () => tokens.insertCredential(db, credential),
    () => tokens.findCredential(db, credential.id),
    () => tokens.findCredentialOfPerson(db, workspace_id, platform, credential.upstream_user_id),
    () => tokens.renewCredential(db, credential.id, { email: '' }),
    () => tokens.updateCredential(db, credential, { email: '' }),
    () => tokens.noteEndTold(db, credential, at, at),
    () => tokens.leaseCredential(db, clock, credential.id, 'owner', at),
    () => tokens.releaseCredential(db, credential.id, 'owner'),
    () => tokens.dueCredentials(db, platform, at, limit),
    () =>
      tokens.countCredentials(
        db,
        [
          { platform, health: 'active' },
          { platform, health: 'revoked' },
        ],
        limit,
      ),
    () => tokens.lookAgain(db, platform, at, limit),
    () => tokens.putOffLook(db, { id: credential.id, look_at: 0 }, at),
    () => tokens.countCredentialsOfPerson(db, platform, credential.upstream_user_id),
    () => tokens.credentialsOfPerson(db, platform, credential.upstream_user_id, at),
    () => tokens.markRemoved(db, platform, credential.upstream_user_id, at),

    () => linked.replaceConnection(db, connection),
    () => linked.changeSelection(db, connection, '{}'),
    () => linked.findConnection(db, workspace_id, user_id, platform),
    () => linked.connectionsOf(db, workspace_id, [user_id, 'usr_2']),
    () => linked.newestConnections(db, workspace_id, anyTime, limit),
    () => linked.newestConnections(db, workspace_id, { ...anyTime, after }, limit),
    () =>
      linked.linkedAccounts(
        db,
        workspace_id,
        { userIds: [user_id], platforms: [platform] },
        { user_id: '', platform: '' },
        limit,
      ),
    () => linked.findConnectionById(db, workspace_id, connection.id),
    () => linked.connectionsOfCredential(db, credential.id),
    () => linked.linkedPerson(db, workspace_id, user_id, platform),
    () => linked.deleteConnectionsOfCredential(db, 'crd_none'),
    () => linked.deleteConnection(db, workspace_id, user_id, platform),
    () => linked.deleteConnectionsOfUser(db, workspace_id, user_id),
    () => tokens.keepCredential(db, credential.id),
    () => tokens.orphanedCredentials(db, limit),
    () => tokens.freeCredentials(db),
    () => tokens.discardCredential(db, credential.id, at),

    () => sealed.noteSealingKey(db, 'new'),
    () => sealed.sealingKeys(db),
    () => sealed.forgetSealingKey(db, 'new'),
    ...sealedColumns.sealedColumns.flatMap((column) => [
      () => sealed.anySealed(db, column),
      () => sealed.sealedByOthers(db, column, ['new'], '', limit),
      () => sealed.replaceSealed(db, column, value, 'new.1'),
    ]),

    () => journal.insertEntry(db, clock, entry, at, databaseStates.evidenceOf(store, entry.id)),
    () => waiting.insertApproval(db, approval),
    () => waiting.findApproval(db, workspace_id, entry.id),
    () => waiting.listApprovals(db, workspace_id, { limit }),
    () => waiting.listApprovals(db, workspace_id, { limit, after: entry.id }),
    () => waiting.listApprovals(db, workspace_id, { limit, before: entry.id }),
    () =>
      waiting.replanApproval(db, approval, {
        plan: '[]',
        plan_hash: '',
        from_day_micros: '',
        to_day_micros: '',
      }),
    () => waiting.expiredApprovals(db, at, limit),
    () => waiting.withdrawApprovals(db, { ...owned, platform }),
    () => waiting.takeApproval(db, approval),
    () => journal.findEntry(db, workspace_id, entry.id),
    () => journal.findEntryByKey(db, workspace_id, 'key'),
    () => journal.hasSucceeded(db, workspace_id, entry.fingerprint),
    () => journal.lastEndedEqual(db, workspace_id, entry.fingerprint),
    () =>
      journal.findEqualEntry(db, clock, workspace_id, entry.fingerprint, {
        endedSince: at,
        succeededSince: at,
        keyId: key.id,
        except: ['op_other'],
      }),
    () => journal.takeOver(db, clock, entry.id, 'owner', at, databaseStates.evidenceOf(store, entry.id)),
    () => journal.renewLease(db, clock, hold, at),
    () => journal.updateEntry(db, hold, { attempts: 1 }),
    () => journal.markEntry(db, hold),
    () => journal.endedBy(db, hold),
    () => journal.laterWrites(db, { workspace_id, lease_until: at }, entry.target),
    () => journal.findHolder(db, workspace_id, entry.target),
    () => journal.isOpenElsewhere(db, entry),
    () => journal.holdsCredential(db, credential.id),
    () => journal.freeEntries(db),
    () => journal.saveStep(db, step),
    () => journal.stepsOf(db, entry.id),
    () => batch.insertItems(db, [batchItem]),
    () => batch.openItems(db, entry.id, platform, -1),
    () => batch.hasOpenItems(db, entry.id),
    () => batch.lastNumber(db, entry.id),
    () => batch.updateItem(db, batchItem, { state: 'DONE', write_id: entry.id, code: '', error: '' }),
    () => batch.countItems(db, entry.id),
    () => batch.failedItems(db, workspace_id, entry.id, limit),
    () => batch.itemsToUndo(db, entry.id, entry.fingerprint, workspace_id, -1),
    () => batch.deleteItem(db, batchItem),
    () => late.insertLateCheck(db, lateCheck, lateCheck),
    () => late.dueLateChecks(db, clock, turn, limit),
    () => late.holdLateCheck(db, clock, lateCheck, at),
    () => late.renewLateCheck(db, clock, lateCheck, at),
    () => late.updateLateCheck(db, lateCheck, { due_at: at }),
    () => late.deleteLateCheck(db, lateCheck),
    () => journal.dueEntries(db, clock, turn, limit),
    () => journal.dueEntries(db, clock, turn, limit, ['NEEDS_ATTENTION']),
    () => journal.newestEntries(db, workspace_id, { ...anyTime, states: [] }, limit),
    () => journal.newestEntries(db, workspace_id, { ...anyTime, states: [], before: after }, limit),
    () =>
      journal.newestEntries(
        db,
        workspace_id,
        { ...anyTime, states: ['FAILED', 'PENDING'], userId: user_id, after },
        limit,
      ),
    () => journal.findEntryAnywhere(db, entry.id),
    () => journal.noteReason(db, entry.id, ''),
    () => journal.unendedEntries(db, 'open', limit),
    () => journal.unendedEntries(db, 'needs_attention', limit),
    () => journal.eraseRequests(db, workspace_id, user_id, limit),
    () => journal.forgetEntry(db, hold),
    () => journal.forgetUnsentEntry(db, hold),
    () => journal.endEntry(db, clock, hold, { state: 'FAILED' }),
    () => journal.pruneEntries(db, at, limit),

    () => rising.holdSpendHead(db, clock, workspace_id),
    () => rising.insertRaise(db, clock, raise),
    () => rising.raisesSince(db, account, at, { campaignId: 'c', settledSince: at }),
    () => rising.creationsSince(db, workspace_id, at),
    () => rising.creationsSince(db, workspace_id, at, { keyId: key.id }),
    () => rising.creationsSince(db, workspace_id, at, { userId: user_id }),
    () => rising.settleRaise(db, clock, entry.id, 'campaign'),
    () => rising.releaseRaise(db, entry.id),
    () => rising.pruneRaises(db, at, limit),

    () =>
      limiting.setLimits(db, {
        workspace_id,
        subject: 'workspace',
        limits: '{}',
        operator_limits: '',
        own_limits: '',
        approval: '',
        changed_at: at,
      }),
    () => limiting.limitsFor(db, workspace_id, subjects),
    () => limiting.copyLimits(db, workspace_id, 'workspace', 'key/key_1'),
    () => limiting.removeLimits(db, workspace_id, 'workspace'),
    () => limiting.freeze(db, frozen),
    () => limiting.freezesOf(db, workspace_id, subjects),
    () => limiting.thaw(db, workspace_id, 'workspace'),

    () => deleting.insertDeletion(db, deletion),
    () => deleting.findDeletion(db, deletion.code),
    () => deleting.openDeletions(db, limit),
    () => deleting.endDeletion(db, deletion.code, at),

    () => erasing.insertErasure(db, erasure),
    () => erasing.erasuresAfter(db, { workspace_id: '', user_id: '' }, limit),
    () => erasing.endErasure(db, erasure),

    () => audit.holdHead(db, workspace_id),
    () => audit.appendEntry(db, auditEntry),
    () => audit.entriesAfter(db, workspace_id, 0, limit),
    () => audit.entriesBetween(db, workspace_id, { after: 0, order: 'desc', limit }),
    () => audit.entriesBetween(db, workspace_id, { after: 0, before: 10, order: 'desc', limit }),
    () => audit.auditHead(db, workspace_id),
    () => audit.auditedWorkspaces(db),

    () => changed.lastChange(db),
    () => changed.changesAfter(db, 0, limit),
    () => changed.changesAmong(db, [1, 2]),
    () => changed.pruneChanges(db, 1, limit),

    () => told.numberEvents(db, workspace_id, 1),
    () => told.appendEvents(db, [event]),
    () => told.lastEventSeq(db, workspace_id),
    () => told.lastPrunedSeq(db, workspace_id),
    () => told.eventsBetween(db, workspace_id, { after: 0, upTo: at, order: 'asc', limit }),
    () => told.eventsBetween(db, workspace_id, { after: 0, upTo: at, order: 'desc', limit, userId: user_id }),
    () => told.headsAfter(db, '', limit),
    () => told.pruneEvents(db, workspace_id, at + 1, limit),

    () => endpoint.insertEndpoint(db, webhookEndpoint),
    () => endpoint.findEndpoint(db, workspace_id, webhookEndpoint.id),
    () => endpoint.endpointsOf(db, workspace_id),
    () => endpoint.countEndpoints(db, workspace_id),
    () => endpoint.changeEndpoint(db, workspace_id, webhookEndpoint.id, { url: '' }),
    () => endpoint.replaceSecrets(db, webhookEndpoint, 'old.1'),
    () => endpoint.dueEndpoints(db, clock, { now: at, failing: false }, limit),
    () => endpoint.dueEndpoints(db, clock, { now: at, failing: true }, limit),
    () => endpoint.takeEndpoint(db, clock, webhookEndpoint, at),
    () => endpoint.keepEndpoint(db, clock, webhookEndpoint, at),
    () => endpoint.judgeEndpoint(db, webhookEndpoint, { failing_since: at }),
    () => endpoint.advanceEndpoint(db, webhookEndpoint, 1),
    () => deliveries.spreadEvents(db, webhookEndpoint, 1, [], at),
    () => deliveries.spreadEvents(db, webhookEndpoint, 1, ['user.deleted', 'link.failed'], at),
    () => deliveries.deliverAgain(db, webhookEndpoint, 'evt_1', at),
    () => deliveries.dueDeliveries(db, webhookEndpoint.id, at, limit),
    () => deliveries.noteAttempt(db, delivery, { state: 'delivered' }),
    () => deliveries.listDeliveries(db, webhookEndpoint.id, { limit }),
    () => deliveries.listDeliveries(db, webhookEndpoint.id, { limit, before: 5, state: 'failed' }),
    () => deliveries.listDeliveries(db, webhookEndpoint.id, { limit, after: 5 }),
    () => deliveries.firstEventSince(db, workspace_id, 'evt_'),
    () => endpoint.goBack(db, webhookEndpoint, 0, true),
    () => endpoint.releaseEndpoint(db, clock, webhookEndpoint),
    () => endpoint.renewEndpoint(db, clock, webhookEndpoint, at),
    () => deliveries.pruneDeliveries(db, at, limit),
    () => deliveries.deleteDeliveriesOf(db, webhookEndpoint.id, limit),
    () => endpoint.freeEndpoints(db),
    () => endpoint.deleteEndpoint(db, workspace_id, webhookEndpoint.id),

    () => sources.insertSource(db, leadSource),
    () => sources.findSource(db, workspace_id, user_id, platform),
    () => sources.sourcesOf(db, workspace_id, user_id),
    () => sources.findSourceByHook(db, [leadSource.hook_token, '~mac']),
    () => sources.findLiveSource(db, leadSource.id),
    () => sources.hasClearHook(db),
    () => sources.clearHooks(db, limit),
    () => sources.replaceHook(db, leadSource, '~mac'),
    () => sources.dueSources(db, clock, platform, at, limit),
    () => sources.hurrySubject(db, platform, leadSource.subject),
    () => sources.rereadSubject(db, platform, leadSource.subject),
    () => beside.hurrySome(db, 'lead_sources', platform, at, limit),
    () => sources.changeSource(db, leadSource, { problem: '' }),
    () => sources.leaseSource(db, clock, leadSource, at),
    () => sources.renewSource(db, clock, leadSource, at),
    () => sources.updateHeldSource(db, leadSource, { problem: '' }),
    () => sources.finishReading(db, leadSource, at, at, { problem: '' }),
    () => beside.connectionsWith(db, 'lead_sources', { workspace_id: '', user_id: '', platform: '' }, limit),
    () => beside.connectionsWith(db, 'mirrors', { workspace_id: '', user_id: '', platform: '' }, limit),
    () => sources.freeSources(db),
    () => lead.knownLeads(db, leadSource.id, ['1', '2']),
    () => lead.insertLeads(db, [storedLead]),
    () => lead.leadsNamed(db, platform, leadSource.subject, ['1', '2']),
    () => lead.withdrawLead(db, storedLead.id),
    () => lead.leadsAfter(db, workspace_id, user_id, leadsAsked, limit),
    () => lead.leadsAfter(db, workspace_id, user_id, { ...leadsAsked, platform }, limit),
    () => lead.leadsAfter(db, workspace_id, user_id, { ...leadsAsked, formId: '1' }, limit),
    () => lead.leadsAfter(db, workspace_id, user_id, { ...leadsAsked, campaignId: '1' }, limit),
    ...([{}, { platform }, { formId: '1' }, { campaignId: '1' }] as const).flatMap((filter) =>
      [{}, { before: { submittedAt: at, id: storedLead.id } }].map((from) => {
        const { sourceIds } = leadsAsked
        return () =>
          lead.leadsNewestFirst(db, workspace_id, user_id, { sourceIds, upTo: at, ...filter, ...from }, limit)
      }),
    ),
    () => lead.findLeads(db, workspace_id, user_id, [storedLead.id, 'led_2']),
    () => lead.eraseAnswers(db, platform, at, limit),
    () => lead.forgetLeads(db, platform, at, limit),
    () => lead.deleteLeadsOf(db, leadSource.id, limit),
    () => leadPosition.keepPosition(db, { ...owned, platform }, null),
    () => leadPosition.keepReceived(db, { ...owned, platform }, at),
    () => leadPosition.findPosition(db, leadSource),
    () => leadPosition.receivedBefore(db, leadSource, ['1', '2']),
    () => leadPosition.receivedBeside(db, leadSource, ['1', '2']),
    () => leadPosition.forgetReceived(db, platform, at, limit),
    () => beside.endBeside(db, 'lead_sources', { ...owned, platform }, at),
    () => beside.endedBeside(db, 'lead_sources', limit),
    () => beside.deleteBeside(db, 'lead_sources', leadSource.id),

    () => mirror.insertMirrors(db, [accountMirror]),
    () => mirror.findMirror(db, workspace_id, user_id, platform),
    () => mirror.dueMirrors(db, platform, at, limit),
    () => mirror.updateHeldMirror(db, accountMirror, { problem: '' }),
    () => mirror.hurryMirror(db, workspace_id, user_id, platform),
    () => beside.hurrySome(db, 'mirrors', platform, at, limit),
    () => mirrored.putCampaigns(db, [mirrorCampaign]),
    () => mirrored.campaignsOfMirror(db, accountMirror.id),
    () => mirrored.runTimesOf(db, mirrorOwner, accountMirror.account_id, [mirrorCampaign.campaign_id]),
    () => mirrored.listCampaigns(db, workspace_id, {}, limit),
    () => mirrored.listCampaigns(db, workspace_id, { after: mirrorCampaign }, limit),
    () => mirrored.listCampaigns(db, workspace_id, { status: 'ACTIVE', before: mirrorCampaign }, limit),
    () => mirrored.listCampaigns(db, workspace_id, { userId: user_id, status: 'PAUSED' }, limit),
    ...campaignsInOrder.map((asked) => () => mirrored.listCampaigns(db, workspace_id, asked, limit)),
    () => mirrorDay.putDays(db, [campaignDay]),
    () => mirrorDay.daysBetween(db, accountMirror.id, campaignDay.day, campaignDay.day),
    () => mirrorDay.deleteDay(db, campaignDay),
    () => mirrorDay.deleteDaysOf(db, accountMirror.id, campaignDay.day, limit),
    () => mirrorDay.deleteDaysOf(db, accountMirror.id, undefined, limit),
    () => mirrored.deleteCampaignsOf(db, accountMirror.id, at, limit),
    () => mirrored.deleteCampaignsOf(db, accountMirror.id, undefined, limit),
    () => beside.endBeside(db, 'mirrors', { ...owned, platform }, at),
    () => beside.endedBeside(db, 'mirrors', limit),
    () => beside.deleteBeside(db, 'mirrors', accountMirror.id),

    () => person.holdUser(db, workspace_id, user_id),
    () => person.deleteUser(db, workspace_id, user_id),
    // Twice: the first time there is none yet.
    () => allowance.changeAllowance(store, 'key_1', () => wholeAllowance),
    () => allowance.changeAllowance(store, 'key_1', () => wholeAllowance),

    () => lookup.claimLookup(db, { name_hash: 'hash', asked_by: 'owner', keep_until: at }, at),
    () => lookup.keepLookup(db, 'hash', 'owner', { answer: '[]', keep_until: at }),
    () => lookup.findLookup(db, 'hash', at),
    () => lookup.dropLookup(db, 'hash', 'owner'),
    () => lookup.pruneLookups(db, at, limit),
    () => lookup.boundLookups(db, limit, limit),

    () => named(clocks).timeOf(store),

    () => secret.findServiceSecret(db, 'marker'),
    () => secret.insertServiceSecret(db, 'marker', 'old.1'),
    () => state.databaseState(store, 'op_none'),
    () => state.adoptTimeline(store),
    () => state.recordLoss(store, 'failover'),
    () => state.reportLossTo(db, at, workspace_id),
    () => state.missingWrites(db, ['op_none']),
  ]
  heard()
  for (const call of calls) {
    const beganAt = performance.now()
    await call()
    asked.push({ by, tookMs: performance.now() - beganAt, statements: heard() })
  }
  return asked
}
