#!/usr/bin/env bash
# Leaves the image debian:bookworm-slim on the engine: as it is there, else pulled, else made from Debian's
# packages, where no registry is reachable. What was made is kept for the next run, until a package changes.
set -euo pipefail

image=debian:bookworm-slim
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/vitrial-ci
# With git and ripgrep in it, building the candidate image needs no network in the container.
packages=ca-certificates,git,ripgrep

if docker image inspect "$image" >/dev/null 2>&1; then
  echo "$image is there"
  exit 0
fi
if timeout 120 docker pull --quiet "$image" >/dev/null 2>&1; then
  echo "$image pulled"
  exit 0
fi

versions=$(apt-cache policy base-files libc6 ${packages//,/ } | grep Candidate || true)
key=$(printf '%s %s' "$packages" "$versions" | sha256sum | cut -c1-16)
archive=$cache/base-$key.tar
if [ ! -f "$archive" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mirror=$(apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    awk '$1 == "Debian" && $2 == "bookworm" { print $3; exit }')
  debootstrap --variant=minbase --include="$packages" bookworm "$work/root" \
    "${mirror:-http://deb.debian.org/debian}" >"$work/log" 2>&1 || { tail -20 "$work/log" >&2; exit 1; }
  rm -rf "$work"/root/var/cache/apt/* "$work"/root/var/lib/apt/lists/* \
    "$work"/root/usr/share/{doc,man,locale}/* "$work"/root/var/log/*.log
  mkdir -p "$cache"
  rm -f "$cache"/base-*.tar
  # Written beside and renamed: a run that is ended here leaves no half an image.
  tar -C "$work/root" --numeric-owner -cf "$archive.part" .
  mv "$archive.part" "$archive"
  echo "$image made from Debian's packages"
else
  echo "$image kept from an earlier run"
fi
docker import --change 'CMD ["bash"]' --change 'LABEL vitrial.ci=base' "$archive" "$image"
