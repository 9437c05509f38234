// Cursors of paginated responses.

import { z } from 'zod'
import { textOrEmpty } from './values.ts'

/**
 * Cursor of the next or previous page. Empty for the first page. A full link that contains the cursor is
 * accepted as well.
 */
export const pagination = textOrEmpty(4096).describe(
  'A value from `results.pagination` in an earlier response. Empty or absent for the first page.',
)

/** The `pagination` of a paginated response. */
export const pages = z
  .object({ next: z.string(), previous: z.string() })
  .describe('Cursors for the adjacent pages. A cursor is empty if there is no such page.')
