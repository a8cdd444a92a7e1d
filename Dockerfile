# One image for web, worker, beat, mailroom and the commands, which docker-compose.yml selects.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATA_DIR=/var/lib/abyss

RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent abyss \
    && install -d -o abyss -g abyss /var/lib/abyss

WORKDIR /app
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.lock
COPY . .

USER abyss
VOLUME /var/lib/abyss
EXPOSE 8000 8025
CMD ["python", "-m", "abyss_site.http.web_server", "--workers", "2", "--bind", "0.0.0.0:8000"]
