# The service, its admin command line and the sandbox in one image: docs/deploying.md.
#
#   docker build -t adrail .
#   docker build -t adrail --build-arg NODE_IMAGE=registry.example.com/node:24-slim .     a different base image with Node 24 and npm
#   docker build -t adrail --secret id=npmrc,src=$HOME/.npmrc .                           packages from a different registry

ARG NODE_IMAGE=node:24-bookworm-slim

# Only the package manifests and the lock file, which are sufficient for the installation.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /adrail
COPY package.json package-lock.json .npmrc ./
COPY packages/cli/package.json packages/cli/
COPY packages/client/package.json packages/client/
COPY packages/console/package.json packages/console/
COPY packages/contract/package.json packages/contract/
COPY packages/sandbox/package.json packages/sandbox/
COPY packages/server/package.json packages/server/
COPY packages/testing/package.json packages/testing/
COPY test/generators/package.json test/generators/

# The console, built for browsers.
FROM manifests AS console
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --omit=dev --ignore-scripts --workspace=@adrail/console
COPY tsconfig.json ./
COPY scripts/console.ts scripts/
COPY packages/client packages/client
COPY packages/console packages/console
RUN node scripts/console.ts

# Only the packages that the service needs at run time. The base image contains Node, so the optional Node package of the
# dependencies is omitted.
FROM manifests AS dependencies
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --omit=dev --omit=optional --ignore-scripts --workspace=@adrail/server

FROM ${NODE_IMAGE}
WORKDIR /adrail
COPY --from=dependencies /adrail/node_modules node_modules
COPY package.json LICENSE ./
COPY docs docs
COPY packages/contract packages/contract
COPY packages/sandbox packages/sandbox
COPY packages/server packages/server
COPY --from=console /adrail/packages/console/dist packages/console/dist

# Root owns the program. The user that runs the program can write only to its data folder, even without `--read-only`.
RUN mkdir /data /adrail/compiled && chown 1000:1000 /data /adrail/compiled
USER 1000:1000

# Compiles all code once, because a read-only root file system cannot store a compile cache at run time.
ENV NODE_COMPILE_CACHE=/adrail/compiled
RUN node --eval "import('/adrail/packages/server/src/process/serve.ts')" \
    && node packages/server/src/admin.ts --help > /dev/null

ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 8080

# Checks liveness instead of readiness. A process whose database is unavailable must not be restarted, because it recovers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# bench/README.md contains the measurements that require these V8 flags. Without a shell, the service receives the stop signal directly.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=75", "--no-allocation-site-pretenuring", "packages/server/src/main.ts"]
