// Creates workspaces and their API keys with the admin commands of an operator.

import { scopes } from '@adrail/contract'
import type { Installation, Processes } from '@adrail/server/testing'

export async function createWorkspaceKey(
  { admin }: Processes,
  installation: Installation,
  workspace: string,
): Promise<string> {
  const created = await admin(installation, 'workspace', 'create', workspace)
  const [workspaceId = ''] = /ws_\w+/.exec(created.stdout) ?? []
  const { stdout } = await admin(installation, 'key', 'create', workspaceId, '--scopes', scopes.join())
  return /adr_\S+/.exec(stdout)?.[0] ?? ''
}
