import type { TestService } from './service.ts'

/** Creates an API key and returns the body of operations whose only field is the key id. */
export async function newKeyBody(service: TestService): Promise<{ keyId: string }> {
  return { keyId: (await service.newKey()).id }
}
