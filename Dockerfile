# syntax=docker/dockerfile:1
# Postrider with its own PostgreSQL: docs/running/install.md. Needs glibc, so it is based on Debian.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm run pack -- /release

WORKDIR /app
RUN tar -xzf /release/postrider-[0-9]*.tgz --strip-components=1 && chown -R node:node /app
USER 1000
# The image's own Node replaces those that npm installed. The start proves that everything is there, creates the links that
# the PostgreSQL package lacks, and leaves Node's compiled code.
RUN node bin/postrider.mjs --version \
  && rm -rf node_modules/node-linux-* node_modules/node-bin-* \
  && DATA_DIR=/tmp/trial PORT=0 timeout --preserve-status --signal=INT 15 node bin/postrider.mjs serve \
  && rm -rf /tmp/trial

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="Postrider" \
  org.opencontainers.image.description="A newsletter platform that you install yourself" \
  org.opencontainers.image.licenses="MIT"
COPY --from=build /app /app
RUN ln -s /app/bin/postrider.mjs /usr/local/bin/postrider \
  && install --directory --owner=node --group=node --mode=0700 /data
USER 1000
WORKDIR /data
VOLUME /data
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=8080 METRICS_PORT=9090 LOG_FORMAT=json NODE_ENV=production
# METRICS_PORT is that of workers, which have no other.
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "/app/deploy/health.mjs"]
ENTRYPOINT ["postrider"]
CMD ["serve"]
