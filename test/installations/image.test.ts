// Builds the image of the Dockerfile step by step and runs the image on a read-only root, as
// docs/deploying.md describes.

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildImage } from './image.ts'
import { hasScratchRoots, repository, stop, waitUntilReady } from './scratchRoot.ts'

describe.runIf(hasScratchRoots())('the image of the Dockerfile', () => {
  test(
    'serves the console and the documentation on a read-only root, passes its health check, and exits with code 0',
    async () => {
      const image = await buildImage(join(repository, 'Dockerfile'))
      const { root, options } = image
      await root.run(['chown', '1000:1000', '/data'])
      const service = await waitUntilReady(root.start(image.command, options), /adrail serves at/)

      for (const path of ['/readyz', '/console/', '/docs/linking', '/docs/js/scalar.js', '/openapi.json'])
        expect([path, await root.fetchStatus(`http://127.0.0.1:8080${path}`)]).toEqual([path, 200])
      await root.run(image.healthCheck, options)
      expect(
        await root.run(['node', 'packages/server/src/admin.ts', 'workspace', 'create', 'Acme'], options),
      ).toMatch(/ws_/)

      expect(await stop(service)).toBe(0)
      await expect(root.run(image.healthCheck, options)).rejects.toThrow(/ended with 1/)

      const sandbox = root.start(['node', 'packages/sandbox/src/main.ts'], options)
      expect(await stop(await waitUntilReady(sandbox, /state in/))).toBe(0)
    },
    20 * 60_000,
  )
})
