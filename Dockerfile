# syntax=docker/dockerfile:1
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-trixie-slim AS build
WORKDIR /redline
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:${NODE_VERSION}-trixie-slim AS packages
WORKDIR /redline
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:${NODE_VERSION}-trixie-slim
LABEL org.opencontainers.image.title="Redline" \
      org.opencontainers.image.description="Municipal building permit management system"
WORKDIR /redline
COPY --from=packages /redline/node_modules node_modules
COPY --from=build /redline/build build
COPY package.json tsconfig.json ./
COPY scripts scripts
COPY drizzle drizzle
COPY app app
COPY --chmod=755 deploy/hooks /hooks
RUN install --directory --owner=node --group=node --mode=700 /storage
# npm writes where a read-only root allows it.
ENV NODE_ENV=production \
    PORT=80 \
    DATA_DIR=/storage \
    MALLOC_ARENA_MAX=2 \
    npm_config_cache=/tmp/npm \
    npm_config_logs_max=0 \
    npm_config_update_notifier=false
USER node
VOLUME /storage
EXPOSE 80
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10m \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/up`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "scripts/start.js"]
