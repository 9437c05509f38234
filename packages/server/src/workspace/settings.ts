// What may be spent in a workspace, by a user, by a key or on a platform, and how the workspace is seen: told, and changed.

import {
  type ApprovalRules,
  type BrandWish,
  type Platform,
  platforms,
  type SpendLimits,
} from '@adrail/contract'
import { ofKey, ofPlatform, ofUser, wholeWorkspace } from '../journal/spend/subjects.ts'
import { checkedBrand } from '../linking/brand.ts'
import { changeBrand, findBrand } from '../store/brands.ts'
import { findKey } from '../store/keys.ts'
import { holdSpendHead } from '../store/raises.ts'
import {
  type Freeze,
  freeze,
  freezesOf,
  limitsFor,
  removeLimits,
  setLimits,
  thaw,
} from '../store/spendLimits.ts'
import type { Db } from '../store/tables.ts'
import type { Changing } from './changing.ts'

/** Whose settings are meant: those of a user, a key, a platform, or the whole workspace. */
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

const noApproval: ApprovalRules = { kinds: [], currencies: [] }

const everyPlatform = platforms.map(ofPlatform)

export async function settingsOf(db: Db, workspaceId: string, whose: Whose) {
  const subject = subjectOf(whose)
  const [limits] = await limitsFor(db, workspaceId, [subject])
  const frozen = await freezesOf(
    db,
    workspaceId,
    subject === wholeWorkspace ? [subject, ...everyPlatform] : [subject],
  )
  return {
    // Written by workspace/update_settings, whole, after the contract had checked it.
    guard: limits ? (JSON.parse(limits.limits) as SpendLimits) : { currencies: [] },
    approval: limits?.approval ? (JSON.parse(limits.approval) as ApprovalRules) : noApproval,
    freezes: frozen.map(shown),
    ...(subject === wholeWorkspace ? { brand: await brandOf(db, workspaceId) } : {}),
  }
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

/** Limits for a misspelt key would hold for nobody. */
export class UnknownKey extends Error {}

export interface SettingsChange extends Whose {
  readonly guard?: SpendLimits | undefined
  readonly approval?: ApprovalRules | undefined
  readonly brand?: BrandWish | undefined
  readonly freeze?: { readonly frozen: boolean; readonly reason: string } | undefined
}

/** Sets what is given and leaves the rest as it is; what holds then. `by` is told to whoever a freeze stops. Throws a BrandFlaw. */
export async function changeSettings(
  { store, runtime, record }: Changing,
  workspaceId: string,
  by: string,
  { freeze: wish, ...change }: SettingsChange,
) {
  const subject = subjectOf(change)
  const brand = checkedBrand(change.brand ?? {})
  const key = change.keyId === undefined ? undefined : await findKey(store.db, change.keyId)
  if (change.keyId !== undefined && key?.workspace_id !== workspaceId) throw new UnknownKey()
  return await store.db.transaction().execute(async (transaction) => {
    // What is not given is written back as it was read, so no one else may change it meanwhile.
    await holdSpendHead(transaction, store.clock, workspaceId)
    const before = await settingsOf(transaction, workspaceId, change)
    const now = runtime.now()
    const of = { workspace_id: workspaceId, subject }
    const { guard = before.guard, approval = before.approval } = change
    if (isEmpty(guard) && catchesNothing(approval)) await removeLimits(transaction, workspaceId, subject)
    else
      await setLimits(transaction, {
        ...of,
        limits: JSON.stringify(guard),
        approval: catchesNothing(approval) ? '' : JSON.stringify(approval),
        changed_at: now,
      })
    if (wish?.frozen) await freeze(transaction, { ...of, reason: wish.reason, frozen_by: by, frozen_at: now })
    else if (wish) await thaw(transaction, workspaceId, subject)
    if (Object.keys(brand).length > 0) await changeBrand(transaction, workspaceId, brand)
    const after = await settingsOf(transaction, workspaceId, change)
    await record(transaction, { subject, before, after })
    return after
  })
}

function isEmpty({ currencies, ...others }: SpendLimits): boolean {
  return currencies.length === 0 && Object.keys(others).length === 0
}

function catchesNothing({ kinds, currencies }: ApprovalRules): boolean {
  return kinds.length === 0 && currencies.length === 0
}

function shown({ subject, reason, frozen_by, frozen_at }: Freeze) {
  const [kind, id = ''] = subject.split('/')
  return {
    // Written as the name of a platform, see subjects.ts.
    ...(kind === 'platform' ? { platform: id as Platform } : {}),
    ...(kind === 'user' ? { userId: id } : {}),
    reason,
    frozenBy: frozen_by,
    frozenAt: new Date(frozen_at).toISOString(),
  }
}
