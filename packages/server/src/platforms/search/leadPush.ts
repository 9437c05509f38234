import type { FormMessage, LeadPush } from '../connector-kit/leadPush.ts'
import { tryParseJson, valueAt } from '../connector-kit/values.ts'

export const searchLeadPush: LeadPush = { addressPer: 'form', parseMessage }

/** https://developers.google.com/google-ads/webhook/docs/implementation */
function parseMessage(body: Buffer): FormMessage {
  const message = tryParseJson(body.toString('utf8'))
  const key = valueAt(message, 'google_key')
  const at = Date.parse(String(valueAt(message, 'lead_submit_time')))
  return { key: typeof key === 'string' ? key : '', ...(Number.isNaN(at) ? {} : { at }) }
}
