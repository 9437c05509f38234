import { timeText } from '../../base/timeText.ts'
import { replaceSecrets } from '../../store/webhookEndpoints.ts'
import { handler } from '../../waist/handler.ts'
import { sealNewSecret } from '../../webhooks/endpointSecrets.ts'
import { makeSecret } from '../../webhooks/signature.ts'
import { requireEndpoint } from './endpointRecord.ts'

const hourMs = 60 * 60 * 1000

export const rotate_secret = handler('webhook/rotate_secret', async ({ endpointId, overlapHours }, ctx) => {
  const now = ctx.runtime.now()
  const until = now + overlapHours * hourMs
  const secret = makeSecret(ctx.runtime)
  for (;;) {
    const endpoint = await requireEndpoint(ctx, endpointId)
    const secrets = sealNewSecret(ctx.webhooks.vault, endpoint, secret, { now, until })
    const done = await ctx.store.db.transaction().execute(async (transaction) => {
      const replaced = await replaceSecrets(transaction, endpoint, secrets)
      if (replaced) await ctx.record(transaction, { subject: endpointId, after: { oldUntil: until } })
      return replaced
    })
    if (done) return { secret, oldSecretsEndAt: timeText(until) }
    // Another request rotated or re-encrypted the secrets. The loop retries with the current secrets.
  }
})
