import type { Platform } from '../exchange.ts'
import { socialOauthCalls } from './oauth.ts'

export const socialPlatform: Platform = {
  name: 'social',
  calls: [...socialOauthCalls],
  owns: () => false,
  unknown: () => ({ status: 404, body: {} }),
  failure: (_exchange, order) => ({
    status: order.status,
    body: { code: order.code, message: order.message },
  }),
}
