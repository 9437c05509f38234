import type { SpendLimits } from '@adrail/contract'
import { findKey } from '../../store/keys.ts'
import { freeze, removeLimits, setLimits, thaw } from '../../store/spendLimits.ts'
import { handler } from '../../waist/handler.ts'
import { settingsOf, subjectOf } from './settings.ts'

export const update_settings = handler('workspace/update_settings', async (body, ctx) => {
  const { guard, freeze: wish } = body
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
    if (guard !== undefined && isEmpty(guard)) await removeLimits(transaction, workspaceId, subject)
    else if (guard !== undefined)
      await setLimits(transaction, {
        workspace_id: workspaceId,
        subject,
        limits: JSON.stringify(guard),
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
