// How answers with more than a page are asked for and told.

import { z } from 'zod'
import { anyText } from './values.ts'

/** Where the next or previous page begins; empty for the first page. A whole link that carries it is accepted too. */
export const pagination = anyText(4096).describe(
  'A value of results.pagination of an earlier answer; empty or absent for the first page.',
)

/** What a list with more than a page answers. */
export const pages = z
  .object({ next: z.string(), previous: z.string() })
  .describe('Cursors of the neighbouring pages, empty where there is none.')
