import { createClient } from '@adrail/client'
import { throughSession } from '../session/session.ts'

/** The client that every caller has. In place of a key it goes through the session, which no script can read. */
export const client = createClient({
  apiKey: 'session',
  url: `${location.origin}/console/api`,
  fetch: throughSession,
  maxRetries: 2,
})
