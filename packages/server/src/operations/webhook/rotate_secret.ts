import { handler } from '../../pipeline/handler.ts'
import { hourMs } from '../../runtime/durations.ts'
import { formatTime } from '../../runtime/formatTime.ts'
import { replaceSecrets } from '../../store/webhookEndpoints.ts'
import { encryptRotatedSecrets } from '../../webhooks/endpointSecrets.ts'
import { generateWebhookSecret } from '../../webhooks/signature.ts'
import { requireEndpoint } from './endpointRecord.ts'

export const rotate_secret = handler('webhook/rotate_secret', async ({ endpointId, overlapHours }, ctx) => {
  const now = ctx.runtime.now()
  const until = now + overlapHours * hourMs
  const secret = generateWebhookSecret(ctx.runtime)
  for (;;) {
    const endpoint = await requireEndpoint(ctx, endpointId)
    const secrets = encryptRotatedSecrets(ctx.webhooks.vault, endpoint, secret, { now, until })
    const isReplaced = await ctx.store.db.transaction().execute(async (transaction) => {
      const replaced = await replaceSecrets(transaction, endpoint, secrets)
      if (replaced)
        await ctx.recordAuditEntry(transaction, { subject: endpointId, after: { oldUntil: until } })
      return replaced
    })
    if (isReplaced) return { secret, oldSecretsEndAt: formatTime(until) }
    // Another request rotated or re-encrypted the secrets. The loop retries with the current secrets.
  }
})
