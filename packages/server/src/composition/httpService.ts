// The HTTP server of a service. A worker serves only the health routes.

import type { Config } from '../config/config.ts'
import { addHealthRoutes } from '../http/health.ts'
import { type HttpServer, makeHttpServer } from '../http/server.ts'
import type { ClockWatch } from '../platforms/connector-kit/clockWatch.ts'
import { addRoutes, type RouteDeps } from './addRoutes.ts'

export interface HttpDeps extends RouteDeps {
  readonly clockWatch: ClockWatch | undefined
  isDraining(): boolean
}

/** Creates the server with its routes. The server does not listen yet. */
export function createHttpService(config: Config, deps: HttpDeps): HttpServer {
  const { service, log, metrics, clockWatch, isDraining } = deps
  const { runtime, store, limiter } = service
  const server = makeHttpServer({
    ...config,
    runtime,
    log,
    metrics,
    isDraining,
    isLightLoad: (workspaceId) => limiter.isLightLoad(workspaceId),
    getStoreQueueLength: store.countWaiting,
  })
  addHealthRoutes(server.routes, store, runtime, {
    role: config.role,
    isDraining,
    findClockProblem: async () => await clockWatch?.findProblem(),
  })
  if (config.role !== 'worker') addRoutes(server, config, deps)
  return server
}

export function formatUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
