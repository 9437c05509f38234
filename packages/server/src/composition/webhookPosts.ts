import { platforms } from '@adrail/contract'
import type { Config } from '../config/config.ts'
import { PublicPost } from '../platforms/connector-kit/publicPost.ts'
import type { ResolveHost } from '../platforms/connector-kit/publicTargets.ts'
import { isLoopbackListener } from '../runtime/loopback.ts'
import { sandboxedPlatforms } from '../sandboxed/emulation.ts'
import { demoWorkspaceId } from '../store/workspaces.ts'

/** Receivers on this machine are for trials only, because a tenant could otherwise scan its ports. */
export function makeWebhookPosts(
  config: Config,
  resolve: ResolveHost | undefined,
): (workspaceId: string) => PublicPost {
  const isSandboxed = sandboxedPlatforms(config).length === platforms.length
  const localPorts = isSandboxed ? config.webhookLocalPorts : []
  const post = new PublicPost({ localPorts, resolve })
  const demoPost = new PublicPost({
    localPorts: isSandboxed && isLoopbackListener(config.host) ? 'all' : localPorts,
    resolve,
  })
  return (workspaceId) => (workspaceId === demoWorkspaceId ? demoPost : post)
}
