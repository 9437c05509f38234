// Calls every function of the store as the service does and records the statements of each.

import * as approvals from '../src/store/approvals.ts'
import * as auditEntries from '../src/store/auditEntries.ts'
import * as batchItems from '../src/store/batchItems.ts'
import * as brands from '../src/store/brands.ts'
import * as changes from '../src/store/changes.ts'
import * as connectionRows from '../src/store/connectionOwnedRows.ts'
import * as connections from '../src/store/connections.ts'
import * as consoleSessions from '../src/store/consoleSessions.ts'
import * as credentials from '../src/store/credentials.ts'
import * as databaseStates from '../src/store/databaseState.ts'
import * as deletions from '../src/store/deletions.ts'
import * as encryptedColumns from '../src/store/encryptedColumns.ts'
import * as erasures from '../src/store/erasures.ts'
import * as events from '../src/store/events.ts'
import * as journalEntries from '../src/store/journalEntries.ts'
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
import * as clocks from '../src/store/readClock.ts'
import * as serviceSecrets from '../src/store/serviceSecrets.ts'
import * as sharedLookups from '../src/store/sharedLookups.ts'
import * as spendLimits from '../src/store/spendLimits.ts'
import type { Store } from '../src/store/tables.ts'
import * as users from '../src/store/users.ts'
import * as webhookDeliveries from '../src/store/webhookDeliveries.ts'
import * as webhookEndpoints from '../src/store/webhookEndpoints.ts'
import * as workspaces from '../src/store/workspaces.ts'
import { freshCredential } from './credentialRow.ts'

export interface StoreCall {
  /** Name of the store function. */
  readonly functionName: string
  readonly statements: readonly string[]
  readonly durationMs: number
}

const workspace_id = 'ws_1'
const user_id = 'usr_1'
const ownerColumns = { workspace_id, user_id }
const platform = 'social'
const at = 1000

const fullAllowance = { allowance: { requests: 1, countedAt: at, slices: {} } }

const leadSource = {
  ...ownerColumns,
  id: 'lds_1',
  platform,
  subject: 'page',
  hook_token: 'hook',
  hook_key: '',
  ...leadSources.unreadSource,
  look_at: at,
  events_subject: 'page',
} as const
const leadFilter = { sourceIds: [leadSource.id], after: 0 }
const storedLead = {
  ...ownerColumns,
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
  ...ownerColumns,
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
const mirrorOwner = {
  workspaceId: ownerColumns.workspace_id,
  userId: ownerColumns.user_id,
  platform,
} as const
const mirrorCampaign = {
  ...ownerColumns,
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
/** Queries by name and by status, for all or one user and status, forward and backward. */
const campaignQueries = (['NAME', 'STATUS'] as const).flatMap((order) =>
  [{}, { userId: user_id }].flatMap((userFilter) =>
    [{}, { status: 'ACTIVE' }].flatMap((statusFilter) =>
      [{}, { after: mirrorCampaign }, { descending: true, before: mirrorCampaign }].map((cursorFilter) => ({
        order,
        ...userFilter,
        ...statusFilter,
        ...cursorFilter,
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
const liveSessionBounds = { consoleSeenAfter: at, consoleStartedAfter: at, approveStartedAfter: at, now: at }
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
  ...ownerColumns,
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
  ...ownerColumns,
  platform,
  id: 'con_1',
  credential_id: credential.id,
  selection: '{}',
  page_token: '',
  created_at: at,
  updated_at: at,
}
const entry = {
  ...ownerColumns,
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
/** Time and longest duration of a poll of the runner. */
const pollOptions = { now: at, maxDelayMs: at }
const lease = { id: entry.id, fence: 1 }
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
  ...ownerColumns,
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
  ...ownerColumns,
  seq: 1,
  id: 'evt_1',
  type: 'user.deleted',
  occurred_at: at,
  data: '{}',
} as const
const raise = {
  ...ownerColumns,
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
  ...ownerColumns,
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
const freezeRow = {
  workspace_id,
  subject: 'workspace',
  ...{ reason: '', frozen_by: '', frozen_at: at },
  ...{ own_reason: '', own_frozen_by: '', own_frozen_at: 0 },
}
const erasure = { ...ownerColumns, deleted_at: at }
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
const userPosition = { createdAt: at, id: user_id }
const limit = 10
const fullRange = { since: 0, until: at }
const entryCursor = { created_at: at, id: entry.id }

/**
 * Calls every function in an order in which each finds its rows. `takeStatements` returns the statements
 * since its last call.
 */
export async function callEveryStoreFunction(
  store: Store,
  takeStatements: () => readonly string[] = () => [],
): Promise<StoreCall[]> {
  const { db, clock } = store
  const storeCalls: StoreCall[] = []
  let currentFunction = ''
  const track = <Module extends object>(module: Module): Module =>
    new Proxy(
      { ...module },
      {
        get(functions, name) {
          currentFunction = String(name)
          return Reflect.get(functions, name)
        },
      },
    )
  const [workspace, apiKey, person] = [track(workspaces), track(keys), track(users)]
  const [brand, sessionRows] = [track(brands), track(consoleSessions)]
  const [allowance, creator, lookup] = [track(keyAllowances), track(keyCreators), track(sharedLookups)]
  const lateCheckRows = track(lateChecks)
  const batch = track(batchItems)
  const [state, secret] = [track(databaseStates), track(serviceSecrets)]
  const [linkFlow, tokens, userConnections] = [track(links), track(credentials), track(connections)]
  const [journal, audit, encryption, erasureRows, deletionRows, eventLog, changeRows] = [
    track(journalEntries),
    track(auditEntries),
    track(encryptedColumns),
    track(erasures),
    track(deletions),
    track(events),
    track(changes),
  ]
  const [endpoint, deliveries] = [track(webhookEndpoints), track(webhookDeliveries)]
  const [raiseRows, spendLimit, approvalRows] = [track(raises), track(spendLimits), track(approvals)]
  const [connectionRow, sources, lead] = [track(connectionRows), track(leadSources), track(leads)]
  const leadPosition = track(leadPositions)
  const [mirror, mirroredCampaigns, mirrorDay] = [track(mirrors), track(mirrorCampaigns), track(mirrorDays)]
  const encryptedValue = { id: 'crd_1', workspace_id, ciphertext: 'old.1' }

  const calls: readonly (() => Promise<unknown>)[] = [
    () => workspace.insertWorkspace(db, { id: workspace_id, name: '', created_at: at }),
    () => workspace.findWorkspace(db, workspace_id),
    () => workspace.addRatedKey(db, workspace_id),
    () => workspace.setLeadHistoryEvents(db, workspace_id, true),
    () => workspace.listWorkspaces(db),
    () => workspace.listWorkspacesAfter(db, '', limit),
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
    () => apiKey.isSameKeyLine(db, key.id, 'key_2'),
    () => apiKey.shareKeyCounts(db, key.id, key.id),
    () => creator.recordCreator(db, key.id, 'key_2'),
    () => creator.wasCreatedBy(db, key.id, 'key_2'),
    () => apiKey.hasAdminKey(db, workspace_id, at),
    () => apiKey.recordKeyUse(db, key.id, at),
    () => apiKey.expireKey(db, key.id, at),
    () => apiKey.markKeyRevoked(db, key.id, at),

    () => sessionRows.insertSession(db, session),
    () => sessionRows.findSession(db, session.id_hash),
    () => sessionRows.recordSessionUse(db, session, at),
    () => sessionRows.recordSessionProof(db, session.id_hash, at),
    () => sessionRows.listSessions(db, workspace_id, liveSessionBounds, { limit }),
    () => sessionRows.listSessions(db, workspace_id, liveSessionBounds, { limit, before: 'x' }),
    () => sessionRows.pruneSessions(db, at, limit),
    () => sessionRows.revokeSession(db, workspace_id, 'a'),
    () => sessionRows.deleteSession(db, session.id_hash),

    () => person.insertUser(db, user),
    // The second insert finds the first user by its external id.
    () => person.insertUser(db, { ...user, id: 'usr_2' }),
    () => person.findUser(db, workspace_id, user_id),
    () => person.listUserNames(db, workspace_id, [user_id]),
    () => person.findUserByExternalId(db, workspace_id, user.external_id),
    () => userConnections.listUsersWithConnections(db, workspace_id, { limit }),
    () => userConnections.listUsersWithConnections(db, workspace_id, { limit, after: userPosition }),
    () => userConnections.listUsersWithConnections(db, workspace_id, { limit, before: userPosition }),

    () => linkFlow.insertLink(db, link),
    () => linkFlow.findLink(db, workspace_id, link.id),
    () => linkFlow.findLinkByTokenHash(db, link.token_hash),
    () => linkFlow.findLinkByStateHash(db, link.state_hash),
    () => linkFlow.listOpenLinks(db, workspace_id, user_id, at),
    () => linkFlow.updateLink(db, link.id, ['created'], { status: 'started' }),
    () => linkFlow.consumeOauthState(db, link.id, link.state_hash),
    () => linkFlow.pruneLinks(db, at, limit),

    () => tokens.insertCredential(db, credential),
    () => tokens.findCredential(db, credential.id),
    () => tokens.findCredentialOfPerson(db, workspace_id, platform, credential.upstream_user_id),
    () => tokens.renewCredential(db, credential.id, { email: '' }),
    () => tokens.updateCredential(db, credential, { email: '' }),
    () => tokens.recordExpiryNotice(db, credential, at, at),
    () => tokens.leaseCredential(db, clock, credential.id, 'owner', at),
    () => tokens.releaseCredentialLease(db, credential.id, 'owner'),
    () => tokens.listDueCredentials(db, platform, at, limit),
    () =>
      tokens.countCredentials(
        db,
        [
          { platform, health: 'active' },
          { platform, health: 'revoked' },
        ],
        limit,
      ),
    () => tokens.wakeCredentials(db, platform, at, limit),
    () => tokens.postponeCredential(db, { id: credential.id, look_at: 0 }, at),
    () => tokens.countCredentialsOfPerson(db, platform, credential.upstream_user_id),
    () => tokens.listCredentialsOfPerson(db, platform, credential.upstream_user_id, at),
    () => tokens.markCredentialsRevoked(db, platform, credential.upstream_user_id, at),

    () => userConnections.replaceConnection(db, connection),
    () => userConnections.changeSelection(db, connection, '{}'),
    () => userConnections.findConnection(db, workspace_id, user_id, platform),
    () => userConnections.listUserConnections(db, workspace_id, [user_id, 'usr_2']),
    () => userConnections.listNewestConnections(db, workspace_id, fullRange, limit),
    () =>
      userConnections.listNewestConnections(db, workspace_id, { ...fullRange, after: entryCursor }, limit),
    () =>
      userConnections.listLinkedAccounts(
        db,
        workspace_id,
        { userIds: [user_id], platforms: [platform] },
        { user_id: '', platform: '' },
        limit,
      ),
    () => userConnections.findConnectionById(db, workspace_id, connection.id),
    () => userConnections.listConnectionsOfCredential(db, credential.id),
    () => userConnections.findLinkedPerson(db, workspace_id, user_id, platform),
    () => userConnections.deleteConnectionsOfCredential(db, 'crd_none'),
    () => userConnections.deleteConnection(db, workspace_id, user_id, platform),
    () => userConnections.deleteConnectionsOfUser(db, workspace_id, user_id),
    () => tokens.retainCredential(db, credential.id),
    () => tokens.listOrphanedCredentials(db, limit),
    () => tokens.releaseAllCredentialLeases(db),
    () => tokens.discardCredential(db, credential.id, at),

    () => encryption.recordEncryptionKey(db, 'new'),
    () => encryption.listEncryptionKeys(db),
    () => encryption.deleteEncryptionKey(db, 'new'),
    ...encryptedColumns.encryptedColumns.flatMap((column) => [
      () => encryption.findAnyEncrypted(db, column),
      () => encryption.listEncryptedByOtherKeys(db, column, ['new'], '', limit),
      () => encryption.replaceEncrypted(db, column, encryptedValue, 'new.1'),
    ]),

    () => journal.insertEntry(db, clock, entry, at, databaseStates.selectEvidence(store, entry.id)),
    () => approvalRows.insertApproval(db, approval),
    () => approvalRows.findApproval(db, workspace_id, entry.id),
    () => approvalRows.listApprovals(db, workspace_id, { limit }),
    () => approvalRows.listApprovals(db, workspace_id, { limit, after: entry.id }),
    () => approvalRows.listApprovals(db, workspace_id, { limit, before: entry.id }),
    () =>
      approvalRows.replanApproval(db, approval, {
        plan: '[]',
        plan_hash: '',
        from_day_micros: '',
        to_day_micros: '',
      }),
    () => approvalRows.listExpiredApprovals(db, at, limit),
    () => approvalRows.withdrawApprovals(db, { ...ownerColumns, platform }),
    () => approvalRows.consumeApproval(db, approval),
    () => journal.findEntry(db, workspace_id, entry.id),
    () => journal.findEntryByIdempotencyKey(db, workspace_id, 'key'),
    () => journal.hasSucceededEqual(db, workspace_id, entry.fingerprint),
    () => journal.findLastEndedEqualId(db, workspace_id, entry.fingerprint),
    () =>
      journal.findEqualEntry(db, clock, workspace_id, entry.fingerprint, {
        endedSince: at,
        succeededSince: at,
        keyId: key.id,
        excludedIds: ['op_other'],
      }),
    () =>
      journal.acquireLease(db, clock, entry.id, 'owner', at, databaseStates.selectEvidence(store, entry.id)),
    () => journal.renewLease(db, clock, lease, at),
    () => journal.updateEntry(db, lease, { attempts: 1 }),
    () => journal.markNeedsAttention(db, lease),
    () => journal.isEndedBy(db, lease),
    () => journal.listLaterWrites(db, { workspace_id, lease_until: at }, entry.target),
    () => journal.findOpenEntryByTarget(db, workspace_id, entry.target),
    () => journal.hasOpenEqualEntry(db, entry),
    () => journal.isCredentialInUse(db, credential.id),
    () => journal.releaseAllEntries(db),
    () => journal.saveStep(db, step),
    () => journal.listSteps(db, entry.id),
    () => batch.insertItems(db, [batchItem]),
    () => batch.listOpenItems(db, entry.id, platform, -1),
    () => batch.hasOpenItems(db, entry.id),
    () => batch.findLastNumber(db, entry.id),
    () => batch.updateItem(db, batchItem, { state: 'DONE', write_id: entry.id, code: '', error: '' }),
    () => batch.countItems(db, entry.id),
    () => batch.listFailedItems(db, workspace_id, entry.id, limit),
    () => batch.listItemsToUndo(db, entry.id, entry.fingerprint, workspace_id, -1),
    () => batch.deleteItem(db, batchItem),
    () => lateCheckRows.insertLateCheck(db, lateCheck, lateCheck),
    () => lateCheckRows.listDueLateChecks(db, clock, pollOptions, limit),
    () => lateCheckRows.acquireLateCheck(db, clock, lateCheck, at),
    () => lateCheckRows.renewLateCheck(db, clock, lateCheck, at),
    () => lateCheckRows.updateLateCheck(db, lateCheck, { due_at: at }),
    () => lateCheckRows.deleteLateCheck(db, lateCheck),
    () => journal.listDueEntries(db, clock, pollOptions, limit),
    () => journal.listDueEntries(db, clock, pollOptions, limit, ['NEEDS_ATTENTION']),
    () => journal.listNewestEntries(db, workspace_id, { ...fullRange, states: [] }, limit),
    () =>
      journal.listNewestEntries(db, workspace_id, { ...fullRange, states: [], before: entryCursor }, limit),
    () =>
      journal.listNewestEntries(
        db,
        workspace_id,
        { ...fullRange, states: ['FAILED', 'PENDING'], userId: user_id, after: entryCursor },
        limit,
      ),
    () => journal.findEntryInAnyWorkspace(db, entry.id),
    () => journal.setReason(db, entry.id, ''),
    () => journal.countUnendedEntries(db, 'open', limit),
    () => journal.countUnendedEntries(db, 'needs_attention', limit),
    () => journal.eraseRequests(db, workspace_id, user_id, limit),
    () => journal.deletePendingEntry(db, lease),
    () => journal.deleteUnsentEntry(db, lease),
    () => journal.endEntry(db, clock, lease, { state: 'FAILED' }),
    () => journal.pruneEntries(db, at, limit),

    () => raiseRows.lockSpendHead(db, clock, workspace_id),
    () => raiseRows.insertRaise(db, clock, raise),
    () => raiseRows.listRaisesSince(db, account, at, { campaignId: 'c', finalizedSince: at }),
    () => raiseRows.countCreationsSince(db, workspace_id, at),
    () => raiseRows.countCreationsSince(db, workspace_id, at, { keyId: key.id }),
    () => raiseRows.countCreationsSince(db, workspace_id, at, { userId: user_id }),
    () => raiseRows.finalizeRaise(db, clock, entry.id, 'campaign'),
    () => raiseRows.releaseRaise(db, entry.id),
    () => raiseRows.pruneRaises(db, at, limit),

    () =>
      spendLimit.setLimits(db, {
        workspace_id,
        subject: 'workspace',
        limits: '{}',
        operator_limits: '',
        own_limits: '',
        approval: '',
        changed_at: at,
      }),
    () => spendLimit.listLimits(db, workspace_id, subjects),
    () => spendLimit.copyLimits(db, workspace_id, 'workspace', 'key/key_1'),
    () => spendLimit.removeLimits(db, workspace_id, 'workspace'),
    () => spendLimit.saveFreeze(db, freezeRow),
    () => spendLimit.listFreezes(db, workspace_id, subjects),
    () => spendLimit.deleteFreeze(db, workspace_id, 'workspace'),

    () => deletionRows.insertDeletion(db, deletion),
    () => deletionRows.findDeletion(db, deletion.code),
    () => deletionRows.listOpenDeletions(db, limit),
    () => deletionRows.endDeletion(db, deletion.code, at),

    () => erasureRows.insertErasure(db, erasure),
    () => erasureRows.listErasuresAfter(db, { workspace_id: '', user_id: '' }, limit),
    () => erasureRows.endErasure(db, erasure),

    () => audit.lockAuditHead(db, workspace_id),
    () => audit.appendAuditEntry(db, auditEntry),
    () => audit.listAuditEntriesAfter(db, workspace_id, 0, limit),
    () => audit.listAuditEntriesBetween(db, workspace_id, { after: 0, order: 'desc', limit }),
    () => audit.listAuditEntriesBetween(db, workspace_id, { after: 0, before: 10, order: 'desc', limit }),
    () => audit.findAuditHead(db, workspace_id),
    () => audit.listAuditedWorkspaces(db),

    () => changeRows.findLastChangeId(db),
    () => changeRows.listChangesAfter(db, 0, limit),
    () => changeRows.listChangesByIds(db, [1, 2]),
    () => changeRows.pruneChanges(db, 1, limit),

    () => eventLog.reserveEventNumbers(db, workspace_id, 1),
    () => eventLog.insertEvents(db, [event]),
    () => eventLog.findLastEventSeq(db, workspace_id),
    () => eventLog.findLastPrunedSeq(db, workspace_id),
    () => eventLog.listEventsBetween(db, workspace_id, { after: 0, upTo: at, order: 'asc', limit }),
    () =>
      eventLog.listEventsBetween(db, workspace_id, {
        after: 0,
        upTo: at,
        order: 'desc',
        limit,
        userId: user_id,
      }),
    () => eventLog.listEventWorkspacesAfter(db, '', limit),
    () => eventLog.pruneEvents(db, workspace_id, at + 1, limit),

    () => endpoint.insertEndpoint(db, webhookEndpoint),
    () => endpoint.findEndpoint(db, workspace_id, webhookEndpoint.id),
    () => endpoint.listEndpoints(db, workspace_id),
    () => endpoint.countEndpoints(db, workspace_id),
    () => endpoint.changeEndpoint(db, workspace_id, webhookEndpoint.id, { url: '' }),
    () => endpoint.replaceSecrets(db, webhookEndpoint, 'old.1'),
    () => endpoint.listDueEndpoints(db, clock, { now: at, isFailing: false }, limit),
    () => endpoint.listDueEndpoints(db, clock, { now: at, isFailing: true }, limit),
    () => endpoint.acquireEndpoint(db, clock, webhookEndpoint, at),
    () => endpoint.renewEnabledEndpoint(db, clock, webhookEndpoint, at),
    () => endpoint.recordEndpointHealth(db, webhookEndpoint, { failing_since: at }),
    () => endpoint.advanceEndpoint(db, webhookEndpoint, 1),
    () => deliveries.createDeliveries(db, webhookEndpoint, 1, [], at),
    () => deliveries.createDeliveries(db, webhookEndpoint, 1, ['user.deleted', 'link.failed'], at),
    () => deliveries.redeliverEvent(db, webhookEndpoint, 'evt_1', at),
    () => deliveries.listDueDeliveries(db, webhookEndpoint.id, at, limit),
    () => deliveries.recordAttempt(db, delivery, { state: 'delivered' }),
    () => deliveries.listDeliveries(db, webhookEndpoint.id, { limit }),
    () => deliveries.listDeliveries(db, webhookEndpoint.id, { limit, before: 5, state: 'failed' }),
    () => deliveries.listDeliveries(db, webhookEndpoint.id, { limit, after: 5 }),
    () => deliveries.findFirstEventSince(db, workspace_id, 'evt_'),
    () => endpoint.rewindEndpoint(db, webhookEndpoint, 0, true),
    () => endpoint.releaseEndpoint(db, clock, webhookEndpoint),
    () => endpoint.renewEndpoint(db, clock, webhookEndpoint, at),
    () => deliveries.pruneDeliveries(db, at, limit),
    () => deliveries.deleteDeliveries(db, webhookEndpoint.id, limit),
    () => endpoint.releaseAllEndpoints(db),
    () => endpoint.deleteEndpoint(db, workspace_id, webhookEndpoint.id),

    () => sources.insertSource(db, leadSource),
    () => sources.findSource(db, workspace_id, user_id, platform),
    () => sources.listUserSources(db, workspace_id, user_id),
    () => sources.findSourceByHookToken(db, [leadSource.hook_token, '~mac']),
    () => sources.findLiveSource(db, leadSource.id),
    () => sources.hasPlaintextHookToken(db),
    () => sources.listPlaintextHookTokens(db, limit),
    () => sources.replaceHookToken(db, leadSource, '~mac'),
    () => sources.listDueSources(db, clock, platform, at, limit),
    () => sources.wakeSubject(db, platform, leadSource.subject),
    () => sources.rereadSubject(db, platform, leadSource.subject),
    () => connectionRow.wakeConnectionRows(db, 'lead_sources', platform, at, limit),
    () => sources.changeSource(db, leadSource, { problem: '' }),
    () => sources.acquireSource(db, clock, leadSource, at),
    () => sources.renewSource(db, clock, leadSource, at),
    () => sources.updateLeasedSource(db, leadSource, { problem: '' }),
    () => sources.finishReading(db, leadSource, at, at, { problem: '' }),
    () =>
      connectionRow.listConnectionsWithRow(
        db,
        'lead_sources',
        { workspace_id: '', user_id: '', platform: '' },
        limit,
      ),
    () =>
      connectionRow.listConnectionsWithRow(
        db,
        'mirrors',
        { workspace_id: '', user_id: '', platform: '' },
        limit,
      ),
    () => sources.releaseAllSources(db),
    () => lead.listKnownLeadIds(db, leadSource.id, ['1', '2']),
    () => lead.insertLeads(db, [storedLead]),
    () => lead.listLeadsByUpstreamId(db, platform, leadSource.subject, ['1', '2']),
    () => lead.withdrawLead(db, storedLead.id),
    () => lead.listLeadsAfter(db, workspace_id, user_id, leadFilter, limit),
    () => lead.listLeadsAfter(db, workspace_id, user_id, { ...leadFilter, platform }, limit),
    () => lead.listLeadsAfter(db, workspace_id, user_id, { ...leadFilter, formId: '1' }, limit),
    () => lead.listLeadsAfter(db, workspace_id, user_id, { ...leadFilter, campaignId: '1' }, limit),
    ...([{}, { platform }, { formId: '1' }, { campaignId: '1' }] as const).flatMap((filter) =>
      [{}, { before: { submittedAt: at, id: storedLead.id } }].map((cursor) => {
        const { sourceIds } = leadFilter
        return () =>
          lead.listNewestLeads(
            db,
            workspace_id,
            user_id,
            { sourceIds, upTo: at, ...filter, ...cursor },
            limit,
          )
      }),
    ),
    () => lead.findLeads(db, workspace_id, user_id, [storedLead.id, 'led_2']),
    () => lead.eraseAnswers(db, platform, at, limit),
    () => lead.deleteExpiredLeads(db, platform, at, limit),
    () => lead.deleteLeads(db, leadSource.id, limit),
    () => leadPosition.saveLeadPosition(db, { ...ownerColumns, platform }, null),
    () => leadPosition.saveReceivedLeads(db, { ...ownerColumns, platform }, at),
    () => leadPosition.findLeadPosition(db, leadSource),
    () => leadPosition.listFormerlyReceivedIds(db, leadSource, ['1', '2']),
    () => leadPosition.listIdsReceivedByOthers(db, leadSource, ['1', '2']),
    () => leadPosition.deleteExpiredReceivedIds(db, platform, at, limit),
    () => connectionRow.endConnectionRow(db, 'lead_sources', { ...ownerColumns, platform }, at),
    () => connectionRow.listEndedConnectionRows(db, 'lead_sources', limit),
    () => connectionRow.deleteConnectionRow(db, 'lead_sources', leadSource.id),

    () => mirror.insertMirrors(db, [accountMirror]),
    () => mirror.findMirror(db, workspace_id, user_id, platform),
    () => mirror.listDueMirrors(db, platform, at, limit),
    () => mirror.updateLeasedMirror(db, accountMirror, { problem: '' }),
    () => mirror.wakeMirror(db, workspace_id, user_id, platform),
    () => connectionRow.wakeConnectionRows(db, 'mirrors', platform, at, limit),
    () => mirroredCampaigns.upsertCampaigns(db, [mirrorCampaign]),
    () => mirroredCampaigns.listMirrorCampaigns(db, accountMirror.id),
    () =>
      mirroredCampaigns.listRunTimes(db, mirrorOwner, accountMirror.account_id, [mirrorCampaign.campaign_id]),
    () => mirroredCampaigns.listCampaigns(db, workspace_id, {}, limit),
    () => mirroredCampaigns.listCampaigns(db, workspace_id, { after: mirrorCampaign }, limit),
    () =>
      mirroredCampaigns.listCampaigns(db, workspace_id, { status: 'ACTIVE', before: mirrorCampaign }, limit),
    () => mirroredCampaigns.listCampaigns(db, workspace_id, { userId: user_id, status: 'PAUSED' }, limit),
    ...campaignQueries.map(
      (campaignQuery) => () => mirroredCampaigns.listCampaigns(db, workspace_id, campaignQuery, limit),
    ),
    () => mirrorDay.upsertDays(db, [campaignDay]),
    () => mirrorDay.listDaysBetween(db, accountMirror.id, campaignDay.day, campaignDay.day),
    () => mirrorDay.deleteDay(db, campaignDay),
    () => mirrorDay.deleteMirrorDays(db, accountMirror.id, campaignDay.day, limit),
    () => mirrorDay.deleteMirrorDays(db, accountMirror.id, undefined, limit),
    () => mirroredCampaigns.deleteMirrorCampaigns(db, accountMirror.id, at, limit),
    () => mirroredCampaigns.deleteMirrorCampaigns(db, accountMirror.id, undefined, limit),
    () => connectionRow.endConnectionRow(db, 'mirrors', { ...ownerColumns, platform }, at),
    () => connectionRow.listEndedConnectionRows(db, 'mirrors', limit),
    () => connectionRow.deleteConnectionRow(db, 'mirrors', accountMirror.id),

    () => person.lockUser(db, workspace_id, user_id),
    () => person.deleteUser(db, workspace_id, user_id),
    // The first call inserts the allowance, and the second one changes it.
    () => allowance.changeAllowance(store, 'key_1', () => fullAllowance),
    () => allowance.changeAllowance(store, 'key_1', () => fullAllowance),

    () => lookup.claimLookup(db, { name_hash: 'hash', asked_by: 'owner', keep_until: at }, at),
    () => lookup.saveLookup(db, 'hash', 'owner', { answer: '[]', keep_until: at }),
    () => lookup.findLookup(db, 'hash', at),
    () => lookup.deleteLookup(db, 'hash', 'owner'),
    () => lookup.pruneLookups(db, at, limit),
    () => lookup.limitLookups(db, limit, limit),

    () => track(clocks).readClock(store),

    () => secret.findServiceSecret(db, 'marker'),
    () => secret.insertServiceSecret(db, 'marker', 'old.1'),
    () => state.loadDatabaseState(store, 'op_none'),
    () => state.adoptTimeline(store),
    () => state.recordLoss(store, 'failover'),
    () => state.recordLossReport(db, at, workspace_id),
    () => state.findMissingWrites(db, ['op_none']),
  ]
  takeStatements()
  for (const call of calls) {
    const beganAt = performance.now()
    await call()
    storeCalls.push({
      functionName: currentFunction,
      durationMs: performance.now() - beganAt,
      statements: takeStatements(),
    })
  }
  return storeCalls
}
