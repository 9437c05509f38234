// API keys for tests.

import type { TestService } from './service.ts'

/** The body of operations that name an API key and nothing else. */
export async function newKeyBody(service: TestService): Promise<{ keyId: string }> {
  return { keyId: (await service.newKey()).id }
}
