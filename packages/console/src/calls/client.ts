import { createClient } from '@adrail/client'
import { fetchWithSession } from '../session/session.ts'

/** The public client. It authenticates with the session, which no script can read, instead of an API key. */
export const client = createClient({
  apiKey: 'session',
  url: `${location.origin}/console/api`,
  fetch: fetchWithSession,
  maxRetries: 2,
})
