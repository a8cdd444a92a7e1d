# One image for web, worker, beat, mailroom and the commands, which docker-compose.yml selects.
# A tag can change: deploy/pin-images.sh writes what it means today, by digest, into `.env`.
ARG PYTHON_IMAGE=python:3.13-slim

# What runs is installed from the lock, by the pip of an image that is thrown away.
FROM ${PYTHON_IMAGE} AS packages
COPY requirements.lock .
RUN python -m venv --without-pip /venv \
    && pip --python /venv/bin/python install --no-cache-dir --no-deps --no-compile \
    --require-hashes --only-binary :all: -r requirements.lock

FROM ${PYTHON_IMAGE}
# The last one as in manage.py up: what was drawn with is given back (mallopt(3)).
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PATH=/venv/bin:$PATH \
    DATA_DIR=/var/lib/abyss \
    MALLOC_MMAP_THRESHOLD_=131072

RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent abyss \
    && install -d -o abyss -g abyss /var/lib/abyss /var/lib/abyss/mail /backups

COPY --from=packages /venv /venv
WORKDIR /app
COPY . .

USER abyss
VOLUME /var/lib/abyss
EXPOSE 8000 8025
CMD ["python", "-m", "abyss_site.core.http.web_server", "--workers", "2", "--bind", "0.0.0.0:8000"]
