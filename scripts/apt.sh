# Sourced by the need-*.sh scripts: apt_install PACKAGE… installs Debian packages as root or with sudo.
apt_install() {
  if ! command -v apt-get >/dev/null; then
    echo "This machine has no apt-get. Please install these packages, or what they are called here: $*" >&2
    return 1
  fi
  local sudo=()
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Installing packages needs root or sudo. As root, run: apt-get install -y $*" >&2
      return 1
    fi
    sudo=(sudo)
  fi
  echo "Installing $* …" >&2
  "${sudo[@]}" apt-get update -qq >&2
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}
