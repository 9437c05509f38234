import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs } from '../runtime/durations.ts'
import type { Credential } from '../store/credentials.ts'
import { getConsentExpiry } from './connectionHealth.ts'
import { computeNextCheckAt, findExpiryWarningDays, getMaintenanceAction } from './credentialSchedule.ts'

const now = Date.UTC(2026, 0, 15)
const around = fc.integer({ min: now - 100 * dayMs, max: now + 100 * dayMs })
const maybe = fc.option(around, { nil: null })

const credentials: fc.Arbitrary<Credential> = fc.record({
  id: fc.constant('crd_1'),
  workspace_id: fc.constant('ws_1'),
  platform: fc.constantFrom('social', 'search', 'pro'),
  upstream_user_id: fc.constant(''),
  user_name: fc.constant(''),
  email: fc.constant(''),
  scopes: fc.constant(''),
  access_token: fc.constant(''),
  refresh_token: fc.constantFrom('', 'sealed'),
  issued_at: around,
  access_expires_at: maybe,
  refresh_expires_at: maybe,
  data_access_expires_at: maybe,
  version: fc.constant(1),
  lease_owner: fc.constant(''),
  lease_until: fc.constant(0),
  health: fc.constantFrom('active', 'degraded', 'needs_user_action', 'needs_reauth', 'revoked'),
  health_reason: fc.constant(''),
  fail_count: fc.nat(5),
  retry_at: fc.oneof(fc.constant(0), around),
  refreshed_at: around,
  inspected_at: around,
  orphaned_at: fc.constant(null),
  look_at: fc.constant(0),
  end_told: maybe,
})

describe('nextCheckAt', () => {
  test('returns a time within a week, and not after the next change in due maintenance or expiry warnings', () => {
    fc.assert(
      fc.property(credentials, fc.double({ min: 0, max: 1, noNaN: true }), (credential, share) => {
        const nextAt = computeNextCheckAt(credential, now)
        expect(nextAt).toBeGreaterThan(now)
        expect(nextAt).toBeLessThanOrEqual(now + 7 * dayMs)
        const between = now + Math.floor(share * (nextAt - 1 - now))
        const sayingsAt = (at: number) => [
          getMaintenanceAction(credential, at) === 'nothing',
          findExpiryWarningDays(getConsentExpiry(credential), at),
        ]
        // Maintenance that is already due is retried within ten minutes.
        if (getMaintenanceAction(credential, now) === 'nothing')
          expect(sayingsAt(between)).toEqual(sayingsAt(now))
        else expect(nextAt).toBeLessThanOrEqual(now + 10 * 60_000)
      }),
      { numRuns: 2000 },
    )
  })
})
