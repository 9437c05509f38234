// Settings of a workspace: spend limits and approval rules for the
// workspace, a user, a key or a platform, and the brand.

import {
  type ApprovalRules,
  type BrandUpdate,
  type Platform,
  platforms,
  type SpendLimits,
} from '@adrail/contract'
import { ofKey, ofPlatform, ofUser, wholeWorkspace } from '../journal/spend/subjects.ts'
import { checkedBrand } from '../linking/brand.ts'
import { changeBrand, findBrand } from '../store/brands.ts'
import { type ApiKey, areOfOneLine, findKey } from '../store/keys.ts'
import { holdSpendHead } from '../store/raises.ts'
import {
  commandLine,
  type Freeze,
  type FreezeRow,
  freeze,
  freezeColumns,
  freezeLayers,
  freezesOf,
  type Layers,
  limitColumns,
  limitLayers,
  limitsFor,
  removeLimits,
  setLimits,
  thaw,
} from '../store/spendLimits.ts'
import type { Db } from '../store/tables.ts'
import { findWorkspace, setLeadHistoryEvents } from '../store/workspaces.ts'
import type { Changing } from './changing.ts'
import { areLimitsLooser, areRulesLooser } from './strictness.ts'

/** The scope is a user, a key, a platform, or the whole workspace if all fields are absent. */
export interface Whose {
  readonly userId?: string | undefined
  readonly keyId?: string | undefined
  readonly platform?: Platform | undefined
}

function subjectOf({ userId, keyId, platform }: Whose): string {
  if (userId !== undefined) return ofUser(userId)
  if (platform !== undefined) return ofPlatform(platform)
  return keyId === undefined ? wholeWorkspace : ofKey(keyId)
}

const noGuard: SpendLimits = { currencies: [] }
const noApproval: ApprovalRules = { kinds: [], currencies: [] }

const everyPlatform = platforms.map(ofPlatform)

/**
 * Returns the workspace's own settings and, as `operator`, those that only the admin command line changes.
 */
export async function settingsOf(db: Db, workspaceId: string, whose: Whose) {
  const subject = subjectOf(whose)
  const [row] = await limitsFor(db, workspaceId, [subject])
  const limits: Layers<string> = row ? limitLayers(row) : {}
  const frozen = await freezesOf(
    db,
    workspaceId,
    subject === wholeWorkspace ? [subject, ...everyPlatform] : [subject],
  )
  return {
    guard: parsedGuard(limits.own),
    // workspace/update_settings wrote the complete rules after the contract validated them.
    approval: row?.approval ? (JSON.parse(row.approval) as ApprovalRules) : noApproval,
    operator: { guard: parsedGuard(limits.operator) },
    freezes: frozen.flatMap((each) => {
      const { operator, own } = freezeLayers(each)
      return [operator, own].flatMap((layer) => (layer ? [shown(each.subject, layer)] : []))
    }),
    ...(subject === wholeWorkspace
      ? { brand: await brandOf(db, workspaceId), leads: await leadSettingsOf(db, workspaceId) }
      : {}),
  }
}

function parsedGuard(limits: string | undefined): SpendLimits {
  // The limits were validated before they were stored, like the approval rules.
  return limits === undefined ? noGuard : (JSON.parse(limits) as SpendLimits)
}

async function brandOf(db: Db, workspaceId: string) {
  const { name, colour, privacy_url, support_url, logo_hash } = (await findBrand(db, workspaceId)) ?? {}
  return {
    name: name ?? '',
    colour: colour ?? '',
    privacyUrl: privacy_url ?? '',
    supportUrl: support_url ?? '',
    hasLogo: (logo_hash ?? '') !== '',
  }
}

async function leadSettingsOf(db: Db, workspaceId: string) {
  const workspace = await findWorkspace(db, workspaceId)
  return { historyEvents: workspace?.lead_history_events === 1 }
}

/** Thrown for an unknown key id. Limits for a misspelled key would apply to no key. */
export class UnknownKey extends Error {}

/** Thrown when a key would loosen limits or approval rules that bind it. */
export class LooserThanOwn extends Error {
  readonly field: 'guard' | 'approval'

  constructor(field: LooserThanOwn['field']) {
    super()
    this.field = field
  }
}

/**
 * Thrown when the wrong layer ends a freeze. Only the command line
 * ends the operator's, only keys the workspace's.
 */
export class OtherLayersFreeze extends Error {
  readonly frozenBy: string

  constructor({ frozen_by }: Freeze) {
    super()
    this.frozenBy = frozen_by
  }
}

export interface SettingsChange extends Whose {
  readonly guard?: SpendLimits | undefined
  readonly approval?: ApprovalRules | undefined
  readonly brand?: BrandUpdate | undefined
  readonly leads?: { readonly historyEvents: boolean } | undefined
  readonly freeze?: { readonly frozen: boolean; readonly reason: string } | undefined
}

/**
 * Changes the given settings in the layer of the actor, `by`, and returns the settings afterwards. Omitted
 * settings keep their values. Throws `BrandFlaw`, `UnknownKey`, `LooserThanOwn` or `OtherLayersFreeze`.
 */
export async function changeSettings(
  { store, runtime, record }: Changing,
  workspaceId: string,
  by: string,
  { freeze: wish, ...change }: SettingsChange,
) {
  const subject = subjectOf(change)
  const layer = by === commandLine ? 'operator' : 'own'
  const brand = checkedBrand(change.brand ?? {})
  const key = change.keyId === undefined ? undefined : await findKey(store.db, change.keyId)
  if (change.keyId !== undefined && key?.workspace_id !== workspaceId) throw new UnknownKey()
  return await store.db.transaction().execute(async (transaction) => {
    // Omitted settings are written back as they were read, so no concurrent change may happen in between.
    await holdSpendHead(transaction, store.clock, workspaceId)
    const before = await settingsOf(transaction, workspaceId, change)
    if (key && layer === 'own') await requireNotLooser(transaction, by, key, before, change)
    const now = runtime.now()
    const of = { workspace_id: workspaceId, subject }
    const { approval = before.approval } = change
    const guards = {
      own: before.guard,
      operator: before.operator.guard,
      ...(change.guard ? { [layer]: change.guard } : {}),
    }
    if (isEmpty(guards.own) && isEmpty(guards.operator) && catchesNothing(approval))
      await removeLimits(transaction, workspaceId, subject)
    else
      await setLimits(transaction, {
        ...of,
        ...limitColumns({ own: stored(guards.own), operator: stored(guards.operator) }),
        approval: catchesNothing(approval) ? '' : JSON.stringify(approval),
        changed_at: now,
      })
    if (wish)
      await changeFreeze(
        transaction,
        of,
        layer,
        wish.frozen ? { reason: wish.reason, frozen_by: by, frozen_at: now } : undefined,
      )
    if (Object.keys(brand).length > 0) await changeBrand(transaction, workspaceId, brand)
    if (change.leads) await setLeadHistoryEvents(transaction, workspaceId, change.leads.historyEvents)
    const after = await settingsOf(transaction, workspaceId, change)
    await record(transaction, { subject, before, after })
    return after
  })
}

/**
 * A key cannot loosen settings of keys in its own lineage. A key with limits cannot
 * loosen settings of any other key either. It knows the secrets of the keys that it
 * creates, so each could loosen the other's limits.
 */
async function requireNotLooser(
  transaction: Db,
  by: string,
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
  const isLimited = (await limitsFor(transaction, key.workspace_id, [ofKey(by)])).length > 0
  if (isLimited || (await areOfOneLine(transaction, by, key.id))) throw new LooserThanOwn(field)
}

/** Freezes in one layer unless that layer is already frozen, or ends the freeze of that layer. */
async function changeFreeze(
  transaction: Db,
  of: Pick<FreezeRow, 'workspace_id' | 'subject'>,
  layer: keyof Layers<Freeze>,
  wish: Freeze | undefined,
): Promise<void> {
  const [row] = await freezesOf(transaction, of.workspace_id, [of.subject])
  const layers: Layers<Freeze> = row ? freezeLayers(row) : {}
  const other = layers[layer === 'own' ? 'operator' : 'own']
  if (!wish && !layers[layer] && other) throw new OtherLayersFreeze(other)
  const columns = freezeColumns({ ...layers, [layer]: wish && (layers[layer] ?? wish) })
  if (columns) await freeze(transaction, { ...of, ...columns })
  else await thaw(transaction, of.workspace_id, of.subject)
}

function stored(guard: SpendLimits): string | undefined {
  return isEmpty(guard) ? undefined : JSON.stringify(guard)
}

function isEmpty({ currencies, ...others }: SpendLimits): boolean {
  return currencies.length === 0 && Object.keys(others).length === 0
}

function catchesNothing({ kinds, currencies }: ApprovalRules): boolean {
  return kinds.length === 0 && currencies.length === 0
}

function shown(subject: string, { reason, frozen_by, frozen_at }: Freeze) {
  const [kind, id = ''] = subject.split('/')
  return {
    // A platform subject contains the platform's name, see subjects.ts.
    ...(kind === 'platform' ? { platform: id as Platform } : {}),
    ...(kind === 'user' ? { userId: id } : {}),
    reason,
    frozenBy: frozen_by,
    byOperator: frozen_by === commandLine,
    frozenAt: new Date(frozen_at).toISOString(),
  }
}
