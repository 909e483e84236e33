# syntax=docker/dockerfile:1

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
RUN node node_modules/@inlang/paraglide-js/bin/run.js compile --project ./project.inlang --outdir ./generated/i18n --silent \
  && NODE_ENV=production node scripts/build-web.mjs \
  && npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim
# HOST: in a container the port is opened by whoever runs it. DATA_DIR: mails, files, keys and, without DATABASE_URL, the
# built-in PostgreSQL.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compile-cache
WORKDIR /app
RUN install -d -o node -g node -m 0750 /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/generated ./generated
COPY --from=build /app/dist ./dist
COPY --from=build /app/contracts ./contracts
COPY --from=build /app/server ./server
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=4", "--heap-growing-percent=40", "server/src/main.ts"]
