// The routes of the service besides its health.

import { BodyByteBudget } from '../admission/bodyByteBudget.ts'
import { addApprovalPages } from '../approve/approvalRoutes.ts'
import type { Config } from '../config/config.ts'
import { addConnectPages } from '../connect/routes.ts'
import { addConsole } from '../console/consoleRoutes.ts'
import { PlatformPictures } from '../console/platformPictures.ts'
import { addLeadHooks } from '../hooks/leadHooks.ts'
import type { DemoKey } from '../http/demoKey.ts'
import { addDocumentRoutes } from '../http/documents.ts'
import { addOperationRoutes } from '../http/operationRoutes.ts'
import type { HttpServer } from '../http/server.ts'
import { addMcpRoute } from '../mcp/mcpRoute.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Service } from '../pipeline/service.ts'
import { maxImageBytes } from '../platforms/connector-kit/imageFetcher.ts'
import { PublicFetch } from '../platforms/connector-kit/publicFetch.ts'
import type { ResolveHost } from '../platforms/connector-kit/publicTargets.ts'

export interface RouteDeps {
  readonly service: Service
  readonly log: Log
  readonly metrics: Metrics
  readonly demo: DemoKey
  /** Origins that are not public but may serve pictures of accounts. */
  readonly pictureOrigins: readonly string[]
  readonly resolve: ResolveHost | undefined
  /** Address of the embedded sandbox's own page. Empty without an embedded sandbox. */
  readonly sandboxUrl: string
  publicUrl(): string
}

export function addRoutes({ routes }: HttpServer, config: Config, deps: RouteDeps): void {
  const { service, log, metrics, demo, pictureOrigins, resolve, sandboxUrl, publicUrl } = deps
  const { runtime, keyring, linking, leads } = service
  const { bodyLimitBytes, totalBodiesLimitBytes, totalUploadsLimitBytes } = config
  const operationOptions = {
    ...config,
    service,
    log,
    metrics,
    bodyBudget: new BodyByteBudget(runtime, totalBodiesLimitBytes),
    uploadBudget: new BodyByteBudget(runtime, totalUploadsLimitBytes),
    urgentBodyBudget: new BodyByteBudget(runtime, 4 * bodyLimitBytes),
  }
  const pictureFetch = new PublicFetch(runtime, {
    allowedOrigins: pictureOrigins,
    maxBytes: maxImageBytes,
    resolve,
  })
  addOperationRoutes(routes, operationOptions)
  addMcpRoute(routes, { ...operationOptions, publicUrl })
  addDocumentRoutes(routes, publicUrl, demo)
  addConnectPages(routes, linking)
  addApprovalPages(routes, service)
  addConsole(routes, {
    ...operationOptions,
    pictures: new PlatformPictures(keyring, runtime, pictureFetch),
    sandboxedPlatforms: linking.sandboxedPlatforms,
    sandboxUrl,
    publicUrl,
    demo,
  })
  addLeadHooks(routes, { linking, leads, metrics })
}
