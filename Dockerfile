# Builds the program from this checkout, and leaves of it what a start needs, on 64-bit Linux.
ARG BUILD_IMAGE=node:24-bookworm
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /checkout
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# The time that files in the image get, in seconds since 1970.
ARG SOURCE_DATE_EPOCH=0
RUN SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH npm run release -- portable \
  && mkdir -p /out/program /out/data \
  && tar -xzf release/*-linux-x64.tar.gz --strip-components=1 -C /out/program

FROM ${RUN_IMAGE}
LABEL org.opencontainers.image.title="Knowledge Assistant" \
  org.opencontainers.image.description="Answers visitors from your own documents, with citations" \
  org.opencontainers.image.licenses="MIT"
COPY --from=build --chown=0:0 /out/program /opt/knowledge-assistant
COPY --from=build --chown=65532:65532 --chmod=700 /out/data /data
# Listens on all addresses: what can reach it is for the container's network to say.
ENV PATH=/opt/knowledge-assistant/bin:$PATH \
  SVC_HOST=0.0.0.0 \
  SVC_DATA_DIR=/data \
  SVC_DEMO=off
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=15s --start-period=30s CMD ["svc", "check", "--live"]
ENTRYPOINT ["svc"]
CMD ["serve"]
