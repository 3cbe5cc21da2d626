FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1
WORKDIR /srv/flip7

COPY requirements.lock .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock

COPY app app
COPY engine engine
COPY static static
COPY templates templates
RUN python -m compileall -q app engine

# /data holds the private Redis server's file when no FLIP7_REDIS_URL is given.
RUN useradd --system --uid 10001 flip7 && install -d -o flip7 -m 700 /data
USER flip7
ENV FLIP7_HOST=0.0.0.0 FLIP7_DATA_DIR=/data
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["python", "-c", \
  "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ.get('FLIP7_PORT', '8000') + '/readyz', timeout=2)"]
CMD ["python", "-m", "app"]
