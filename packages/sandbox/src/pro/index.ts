import type { Platform } from '../exchange.ts'
import { proOauthCalls } from './oauth.ts'

export const proPlatform: Platform = {
  name: 'pro',
  calls: [...proOauthCalls],
  owns: () => false,
  unknown: () => ({ status: 404, body: {} }),
  failure: (_exchange, order) => ({
    status: order.status,
    body: { code: order.code, message: order.message },
  }),
}
