// The settings of a workspace, user or key as callers see them.

import { type ApprovalRules, type Platform, platforms, type SpendLimits } from '@adrail/contract'
import { ofKey, ofPlatform, ofUser, wholeWorkspace } from '../../journal/spend/subjects.ts'
import { type Freeze, freezesOf, limitsFor } from '../../store/spendLimits.ts'
import type { Db } from '../../store/tables.ts'

/** Whose settings are meant: those of a user, a key, a platform, or the whole workspace. */
export interface Whose {
  readonly userId?: string | undefined
  readonly keyId?: string | undefined
  readonly platform?: Platform | undefined
}

export function subjectOf({ userId, keyId, platform }: Whose): string {
  if (userId !== undefined) return ofUser(userId)
  if (platform !== undefined) return ofPlatform(platform)
  return keyId === undefined ? wholeWorkspace : ofKey(keyId)
}

export const noApproval: ApprovalRules = { kinds: [], currencies: [] }

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
  }
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
