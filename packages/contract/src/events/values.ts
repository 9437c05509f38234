// Fields that the data of several events contains.

import { z } from 'zod'
import { platforms } from '../platforms.ts'

export const platform = z.enum(platforms)
export const connectionId = z
  .string()
  .describe('Id of the connection. Stays the same when the user relinks the platform.')
export const linkId = z.string().describe('Id of the link, as returned by auth/create_link.')

export const exampleConnectionId = 'con_06f0t6t1h2v8k3m9q4w5x7y2z1'
export const exampleLinkId = 'lnk_06f0t6t1h2v8k3m9q4w5x7y2z1'
