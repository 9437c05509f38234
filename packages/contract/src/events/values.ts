// Fields that the data of several events contains.

import { z } from 'zod'
import { platforms } from '../platforms.ts'

export const platform = z.enum(platforms)
export const connectionId = z.string().describe('Stays the same when the user links the platform anew.')
export const linkId = z.string().describe('What auth/create_link answered.')

export const exampleConnectionId = 'con_06f0t6t1h2v8k3m9q4w5x7y2z1'
export const exampleLinkId = 'lnk_06f0t6t1h2v8k3m9q4w5x7y2z1'
