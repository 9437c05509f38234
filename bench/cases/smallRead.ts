import type { OperationCase } from '../operations.ts'

const user = {
  userId: 'usr_demo_all',
  name: 'Ada Fox',
  email: 'ada@foxgarden.example',
  externalId: 'demo-all',
  createdAt: '2026-01-15T12:00:00.000Z',
  connections: ['social', 'search', 'professional'].map((platform) => ({
    platform,
    health: 'ok',
    reason: '',
    expiresAt: '',
  })),
}

/**
 * All targets return the same record, including connections. The service responds from its cache, while the
 * proxies call an upstream. `bare` calls no upstream either.
 */
export const operationCase: OperationCase = {
  title: 'Small read',
  operation: 'user/get_profile',
  body: { userId: 'usr_demo_all' },
  expectedStatus: 200,
  upstreamResponse: user,
  toUpstream: (body) => ({ id: (body as { userId: string }).userId }),
  fromUpstream: (response) => ({
    success: true,
    requestId: 'req_01kepx5y0052m3qcssrjq5ehr7',
    results: { success: true, error: '', user: { ...(response as typeof user) } },
  }),
  goals: [
    { measure: 'CPU / proxy', max: 1.25 },
    { measure: 'throughput / proxy', min: 0.8 },
  ],
}
