#!/bin/sh
# Print the images of docker-compose.yml by digest, as lines for `.env`:
#   deploy/pin-images.sh >> .env
# A digest names exactly one image, which a tag does not. Run it again to take updates.
set -eu
cd "$(dirname "$0")/.."

# Each image stands there as ${NAME_IMAGE:-repository:tag}.
grep -oE '\$\{[A-Z]+_IMAGE:-[a-z/-]+:[a-z0-9.-]+\}' docker-compose.yml | sort -u |
    tr -d '${}' | while IFS= read -r line; do
    name=${line%%:-*}
    tag=${line#*:-}
    digest=$(docker buildx imagetools inspect "$tag" --format '{{.Manifest.Digest}}')
    echo "$name=${tag%%:*}@$digest"
done
