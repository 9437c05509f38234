import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { readConfig } from '../../config/config.ts'
import { makeMetrics } from '../../observability/metrics.ts'
import { testRuntime } from '../../runtime/runtime.ts'
import { CallWatch } from '../connector-kit/callWatch.ts'
import { makeUpstream } from '../connector-kit/upstream.ts'
import { createProProvider } from './oauth.ts'
import { ProQuota } from './quota.ts'

test.each([
  [
    'on',
    'r_basicprofile r_ads rw_ads r_ads_reporting r_organization_social w_organization_social rw_dmp_segments',
  ],
  ['off', 'r_basicprofile r_ads rw_ads r_ads_reporting r_organization_social w_organization_social'],
])(
  'with PRO_AUDIENCES=%s, the authorization URL of LinkedIn requests only the permissions that the app has',
  async (audiences, scope) => {
    const dataDir = newFolder('adrail-test-')
    const { pro } = readConfig({ DATA_DIR: dataDir, PRO_AUDIENCES: audiences }).platforms
    const runtime = testRuntime()
    const upstream = makeUpstream(runtime, [pro.apiUrl])
    const quota = new ProQuota(runtime, runtime.now, { perApp: 0, perMember: 0 })
    const oauthFlow = {
      state: 's',
      redirectUri: 'https://ads.example/connect/callback/pro',
      challenge: '',
      rerequestDeclined: false,
    }
    const watch = new CallWatch(runtime, makeMetrics())
    const provider = createProProvider(
      { ...pro, testAccounts: false, leads: false },
      upstream,
      runtime,
      quota,
      watch,
    )
    const url = new URL(provider.buildAuthorizeUrl(oauthFlow))
    await upstream.close()
    expect(url.origin).toBe('https://www.linkedin.com')
    expect(url.searchParams.get('scope')).toBe(scope)
  },
)
