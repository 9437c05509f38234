// Write calls in which the lead reader subscribes to a platform's webhook, for the table of malformed
// responses.

import type { LinkedCalls } from './calls.ts'
import { pollTwice } from './freshRound.ts'
import type { WriteCall } from './malformedResponses.ts'

/**
 * `removeSubscription` removes the subscription at the platform. It may return an address that adrail used
 * before.
 */
export function leadSubscription(
  { service, userId }: Pick<LinkedCalls, 'service' | 'userId'>,
  platform: 'social' | 'pro',
  {
    removeSubscription,
    check,
  }: { removeSubscription(): Promise<{ readonly previousAddress?: string }>; check(): Promise<void> },
): Pick<WriteCall, 'prepare'> {
  const { db } = service.app.store
  const readSource = () =>
    db
      .selectFrom('lead_sources')
      .selectAll()
      .where('user_id', '=', userId)
      .where('platform', '=', platform)
      .executeTakeFirstOrThrow()
  return {
    async prepare() {
      await pollTwice(service.app.leadReader)
      const { previousAddress = '' } = await removeSubscription()
      const { id } = await readSource()
      await db
        .updateTable('lead_sources')
        .set({ told: 0, told_address: previousAddress })
        .where('id', '=', id)
        .execute()
      return {
        async request() {
          await service.app.leadReader.read(await readSource())
          const { told: isSubscribed, problem } = await readSource()
          return {
            status: isSubscribed === 1 ? 200 : 503,
            text: problem,
            results: { success: isSubscribed === 1 },
          }
        },
        check,
      }
    },
  }
}
