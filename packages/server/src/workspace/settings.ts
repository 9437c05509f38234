// Settings of a workspace: spend limits and approval rules for the
// workspace, a user, a key or a platform, and the brand.

import {
  type ApprovalRules,
  type BrandUpdate,
  type Platform,
  platforms,
  type SpendLimits,
} from '@adrail/contract'
import {
  toKeySubject,
  toPlatformSubject,
  toUserSubject,
  workspaceSubject,
} from '../journal/spend/subjects.ts'
import { parseBrand } from '../linking/brand.ts'
import { changeBrand, findBrand } from '../store/brands.ts'
import { type ApiKey, findKey, isSameKeyLine } from '../store/keys.ts'
import { lockSpendHead } from '../store/raises.ts'
import {
  commandLineActor,
  deleteFreeze,
  type Freeze,
  type FreezeRow,
  listFreezes,
  listLimits,
  parseFreezeLayers,
  parseLimitLayers,
  removeLimits,
  type SettingLayers,
  saveFreeze,
  setLimits,
  toFreezeColumns,
  toLimitColumns,
} from '../store/spendLimits.ts'
import type { Db } from '../store/tables.ts'
import { findWorkspace, setLeadHistoryEvents } from '../store/workspaces.ts'
import type { ChangeContext } from './changeContext.ts'
import { areLimitsLooser, areRulesLooser } from './strictness.ts'

/** The scope is a user, a key, a platform, or the whole workspace if all fields are absent. */
export interface SettingsScope {
  readonly userId?: string | undefined
  readonly keyId?: string | undefined
  readonly platform?: Platform | undefined
}

function toSubject({ userId, keyId, platform }: SettingsScope): string {
  if (userId !== undefined) return toUserSubject(userId)
  if (platform !== undefined) return toPlatformSubject(platform)
  return keyId === undefined ? workspaceSubject : toKeySubject(keyId)
}

const noGuard: SpendLimits = { currencies: [] }
const noApproval: ApprovalRules = { kinds: [], currencies: [] }

const platformSubjects = platforms.map(toPlatformSubject)

/**
 * Returns the workspace's own settings and, as `operator`, those that only the admin command line changes.
 */
export async function loadSettings(db: Db, workspaceId: string, scope: SettingsScope) {
  const subject = toSubject(scope)
  const [row] = await listLimits(db, workspaceId, [subject])
  const limits: SettingLayers<string> = row ? parseLimitLayers(row) : {}
  const freezeRows = await listFreezes(
    db,
    workspaceId,
    subject === workspaceSubject ? [subject, ...platformSubjects] : [subject],
  )
  return {
    guard: parseGuard(limits.own),
    // workspace/update_settings wrote the complete rules after the contract validated them.
    approval: row?.approval ? (JSON.parse(row.approval) as ApprovalRules) : noApproval,
    operator: { guard: parseGuard(limits.operator) },
    freezes: freezeRows.flatMap((freezeRow) => {
      const { operator, own } = parseFreezeLayers(freezeRow)
      return [operator, own].flatMap((layer) => (layer ? [toFreezeResult(freezeRow.subject, layer)] : []))
    }),
    ...(subject === workspaceSubject
      ? { brand: await loadBrand(db, workspaceId), leads: await loadLeadSettings(db, workspaceId) }
      : {}),
  }
}

function parseGuard(limits: string | undefined): SpendLimits {
  // The limits were validated before they were stored, like the approval rules.
  return limits === undefined ? noGuard : (JSON.parse(limits) as SpendLimits)
}

async function loadBrand(db: Db, workspaceId: string) {
  const { name, colour, privacy_url, support_url, logo_hash } = (await findBrand(db, workspaceId)) ?? {}
  return {
    name: name ?? '',
    colour: colour ?? '',
    privacyUrl: privacy_url ?? '',
    supportUrl: support_url ?? '',
    hasLogo: (logo_hash ?? '') !== '',
  }
}

async function loadLeadSettings(db: Db, workspaceId: string) {
  const workspace = await findWorkspace(db, workspaceId)
  return { historyEvents: workspace?.lead_history_events === 1 }
}

/** Thrown for an unknown key id. Limits for a misspelled key would apply to no key. */
export class UnknownApiKeyError extends Error {}

/** Thrown when a key would loosen limits or approval rules that bind it. */
export class LooserSettingsError extends Error {
  readonly field: 'guard' | 'approval'

  constructor(field: LooserSettingsError['field']) {
    super()
    this.field = field
  }
}

/**
 * Thrown when the wrong layer ends a freeze. Only the command line
 * ends the operator's, only keys the workspace's.
 */
export class OtherLayerFreezeError extends Error {
  readonly frozenBy: string

  constructor({ frozen_by }: Freeze) {
    super()
    this.frozenBy = frozen_by
  }
}

export interface SettingsChange extends SettingsScope {
  readonly guard?: SpendLimits | undefined
  readonly approval?: ApprovalRules | undefined
  readonly brand?: BrandUpdate | undefined
  readonly leads?: { readonly historyEvents: boolean } | undefined
  readonly freeze?: { readonly frozen: boolean; readonly reason: string } | undefined
}

/**
 * Changes the given settings in the layer of the actor, `actor`, and returns the settings afterwards. Omitted
 * settings keep their values. Throws `InvalidBrandError`, `UnknownApiKeyError`, `LooserSettingsError` or
 * `OtherLayerFreezeError`.
 */
export async function changeSettings(
  { store, runtime, recordAuditEntry }: ChangeContext,
  workspaceId: string,
  actor: string,
  { freeze: freezeRequest, ...change }: SettingsChange,
) {
  const subject = toSubject(change)
  const layer = actor === commandLineActor ? 'operator' : 'own'
  const brand = parseBrand(change.brand ?? {})
  const key = change.keyId === undefined ? undefined : await findKey(store.db, change.keyId)
  if (change.keyId !== undefined && key?.workspace_id !== workspaceId) throw new UnknownApiKeyError()
  return await store.db.transaction().execute(async (transaction) => {
    // Omitted settings are written back as they were read, so no concurrent change may happen in between.
    await lockSpendHead(transaction, store.clock, workspaceId)
    const before = await loadSettings(transaction, workspaceId, change)
    if (key && layer === 'own') await assertNotLooser(transaction, actor, key, before, change)
    const now = runtime.now()
    const subjectColumns = { workspace_id: workspaceId, subject }
    const { approval = before.approval } = change
    const guards = {
      own: before.guard,
      operator: before.operator.guard,
      ...(change.guard ? { [layer]: change.guard } : {}),
    }
    if (isEmptyGuard(guards.own) && isEmptyGuard(guards.operator) && isEmptyApproval(approval))
      await removeLimits(transaction, workspaceId, subject)
    else
      await setLimits(transaction, {
        ...subjectColumns,
        ...toLimitColumns({ own: serializeGuard(guards.own), operator: serializeGuard(guards.operator) }),
        approval: isEmptyApproval(approval) ? '' : JSON.stringify(approval),
        changed_at: now,
      })
    if (freezeRequest)
      await changeFreeze(
        transaction,
        subjectColumns,
        layer,
        freezeRequest.frozen ? { reason: freezeRequest.reason, frozen_by: actor, frozen_at: now } : undefined,
      )
    if (Object.keys(brand).length > 0) await changeBrand(transaction, workspaceId, brand)
    if (change.leads) await setLeadHistoryEvents(transaction, workspaceId, change.leads.historyEvents)
    const after = await loadSettings(transaction, workspaceId, change)
    await recordAuditEntry(transaction, { subject, before, after })
    return after
  })
}

/**
 * A key cannot loosen settings of keys in its own lineage. A key with limits cannot
 * loosen settings of any other key either. It knows the secrets of the keys that it
 * creates, so each could loosen the other's limits.
 */
async function assertNotLooser(
  transaction: Db,
  actor: string,
  key: ApiKey,
  before: { readonly guard: SpendLimits; readonly approval: ApprovalRules },
  { guard, approval }: SettingsChange,
): Promise<void> {
  const field =
    guard && areLimitsLooser(before.guard, guard)
      ? 'guard'
      : approval && areRulesLooser(before.approval, approval)
        ? 'approval'
        : undefined
  if (field === undefined) return
  const isLimited = (await listLimits(transaction, key.workspace_id, [toKeySubject(actor)])).length > 0
  if (isLimited || (await isSameKeyLine(transaction, actor, key.id))) throw new LooserSettingsError(field)
}

/** Freezes in one layer unless that layer is already frozen, or ends the freeze of that layer. */
async function changeFreeze(
  transaction: Db,
  subjectColumns: Pick<FreezeRow, 'workspace_id' | 'subject'>,
  layer: keyof SettingLayers<Freeze>,
  requestedFreeze: Freeze | undefined,
): Promise<void> {
  const [row] = await listFreezes(transaction, subjectColumns.workspace_id, [subjectColumns.subject])
  const layers: SettingLayers<Freeze> = row ? parseFreezeLayers(row) : {}
  const otherLayer = layers[layer === 'own' ? 'operator' : 'own']
  if (!requestedFreeze && !layers[layer] && otherLayer) throw new OtherLayerFreezeError(otherLayer)
  const columns = toFreezeColumns({
    ...layers,
    [layer]: requestedFreeze && (layers[layer] ?? requestedFreeze),
  })
  if (columns) await saveFreeze(transaction, { ...subjectColumns, ...columns })
  else await deleteFreeze(transaction, subjectColumns.workspace_id, subjectColumns.subject)
}

function serializeGuard(guard: SpendLimits): string | undefined {
  return isEmptyGuard(guard) ? undefined : JSON.stringify(guard)
}

function isEmptyGuard({ currencies, ...limits }: SpendLimits): boolean {
  return currencies.length === 0 && Object.keys(limits).length === 0
}

function isEmptyApproval({ kinds, currencies }: ApprovalRules): boolean {
  return kinds.length === 0 && currencies.length === 0
}

function toFreezeResult(subject: string, { reason, frozen_by, frozen_at }: Freeze) {
  const [kind, id = ''] = subject.split('/')
  return {
    // A platform subject contains the platform's name, see subjects.ts.
    ...(kind === 'platform' ? { platform: id as Platform } : {}),
    ...(kind === 'user' ? { userId: id } : {}),
    reason,
    frozenBy: frozen_by,
    byOperator: frozen_by === commandLineActor,
    frozenAt: new Date(frozen_at).toISOString(),
  }
}
