import { expect, test } from 'vitest'
import { flawsAt, short } from '../../../testing/bodies.ts'

test.each(['campaignName', 'ads[0].name'])(
  '%s fits whether characters or units of UTF-16 are counted',
  (path) => {
    const flaws = (value: string) => short(flawsAt('pro/create_campaign', path, value))
    for (const fitting of ['a'.repeat(255), '字'.repeat(255), '🌲'.repeat(127), `${'🌲'.repeat(127)}a`])
      expect(flaws(fitting), fitting).toEqual([])
    for (const long of ['a'.repeat(256), '🌲'.repeat(128), '🌲'.repeat(256)])
      expect(flaws(long), long).toEqual([`${path} TOO_LONG`])
  },
)
