import type { Platform } from '../exchange.ts'
import { searchOauthCalls } from './oauth.ts'

export const searchPlatform: Platform = {
  name: 'search',
  calls: [...searchOauthCalls],
  owns: () => false,
  unknown: () => ({ status: 404, body: {} }),
  failure: (_exchange, order) => ({
    status: order.status,
    body: { code: order.code, message: order.message },
  }),
}
