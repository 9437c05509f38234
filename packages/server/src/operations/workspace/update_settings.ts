import type { ApprovalRules, SpendLimits } from '@adrail/contract'
import { findKey } from '../../store/keys.ts'
import { freeze, removeLimits, setLimits, thaw } from '../../store/spendLimits.ts'
import { handler } from '../../waist/handler.ts'
import { settingsOf, subjectOf } from './settings.ts'

export const update_settings = handler('workspace/update_settings', async (body, ctx) => {
  const { freeze: wish } = body
  const { workspaceId, keyId } = ctx.caller
  const subject = subjectOf(body)
  // Limits for a misspelt key would hold for nobody.
  const key = body.keyId === undefined ? undefined : await findKey(ctx.store.db, body.keyId)
  if (body.keyId !== undefined && key?.workspace_id !== workspaceId)
    throw ctx.refuse('REFERENCE_NOT_FOUND', {
      field: 'keyId',
      values: { problem: 'keyId names no API key of this workspace.' },
    })
  return await ctx.store.db.transaction().execute(async (transaction) => {
    const before = await settingsOf(transaction, workspaceId, body)
    const now = ctx.runtime.now()
    const { guard = before.guard, approval = before.approval } = body
    if (isEmpty(guard) && catchesNothing(approval)) await removeLimits(transaction, workspaceId, subject)
    else
      await setLimits(transaction, {
        workspace_id: workspaceId,
        subject,
        limits: JSON.stringify(guard),
        approval: catchesNothing(approval) ? '' : JSON.stringify(approval),
        changed_at: now,
      })
    if (wish !== undefined) {
      const { frozen, reason } = wish
      const row = { workspace_id: workspaceId, subject, reason, frozen_by: keyId, frozen_at: now }
      if (frozen) await freeze(transaction, row)
      else await thaw(transaction, workspaceId, subject)
    }
    const after = await settingsOf(transaction, workspaceId, body)
    await ctx.record(transaction, { subject, before, after })
    return after
  })
})

function isEmpty({ currencies, ...others }: SpendLimits): boolean {
  return currencies.length === 0 && Object.keys(others).length === 0
}

function catchesNothing({ kinds, currencies }: ApprovalRules): boolean {
  return kinds.length === 0 && currencies.length === 0
}
