#!/bin/sh
# Adds to every image of docker-compose.yml and Dockerfile the digest that its registry has for the version now, so that the
# same bytes are used from then on: image:version becomes image:version@sha256:… . Needs docker with buildx and a network.
# A pinned image stays as it is; to move to another version, write that version without a digest and run this again.
set -eu
cd "$(dirname "$0")/.."
for file in docker-compose.yml Dockerfile; do
  grep -oE '^( +image: |FROM )[a-z0-9./-]+:[A-Za-z0-9._-]+( |$)' "$file" | awk '{print $2}' | sort -u | while read -r image; do
    digest="$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")"
    case "$digest" in sha256:*) ;; *) echo "no digest for $image" >&2; exit 1 ;; esac
    # Only where the name ends: one image may begin with the name of another.
    sed -i -E "s|^(( +image: \|FROM )$image)( \|\$)|\1@$digest\3|" "$file"
    echo "$file: $image@$digest"
  done
done
