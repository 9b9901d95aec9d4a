# `clew serve` in a container: docs/server.md, "In a container". Where clew is developed there is no
# image to start from, so no test builds this; one runs its command.
FROM python:3.12-slim AS made
COPY . /clew
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /clew

FROM python:3.12-slim
COPY --from=made /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/clew-*.whl)[server,llm]" \
    && useradd --create-home --uid 1000 clew \
    && install --directory --owner clew /data
USER clew
ENV CLEW_MEMORY=/data/memory.clew
VOLUME /data
EXPOSE 8321
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8321/health')"]
ENTRYPOINT ["clew"]
CMD ["serve", "--host", "0.0.0.0"]
