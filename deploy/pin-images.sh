#!/bin/sh
# Adds to every image of docker-compose.yml and Dockerfile the digest that its registry has for the version now, so that the
# same bytes are used from then on: image:version becomes image:version@sha256:… . Needs docker with buildx and a network.
# A pinned image stays as it is; to move to another version, write that version without a digest and run this again.
# With --check nothing is written: each pinned image is compared with its registry, and a difference is an error. Official
# images are built again under the same version, so that an old digest may differ and still be right.
set -eu
cd "$(dirname "$0")/.."
digest_of() {
  digest="$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$1")"
  case "$digest" in sha256:*) echo "$digest" ;; *) echo "no digest for $1" >&2; exit 1 ;; esac
}
if [ "${1:-}" = --check ]; then
  grep -hoE '[a-z0-9./-]+:[A-Za-z0-9._-]+@sha256:[0-9a-f]{64}' docker-compose.yml Dockerfile | sort -u | {
    differs=0
    while read -r image; do
      now="$(digest_of "${image%@*}")"
      if [ "$now" = "${image#*@}" ]; then echo "same: $image"; else echo "now $now: $image"; differs=1; fi
    done
    exit "$differs"
  }
  exit
fi
for file in docker-compose.yml Dockerfile; do
  grep -oE '^( +image: |FROM )[a-z0-9./-]+:[A-Za-z0-9._-]+( |$)' "$file" | awk '{print $2}' | sort -u | while read -r image; do
    digest="$(digest_of "$image")"
    # Only where the name ends: one image may begin with the name of another.
    sed -i -E "s|^(( +image: \|FROM )$image)( \|\$)|\1@$digest\3|" "$file"
    echo "$file: $image@$digest"
  done
done
