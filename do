#!/bin/sh
# Sets up what a job needs in .venv (once), then does the job: ./do site, ./do test
set -eu
cd "$(dirname "$0")"

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install() {
    command -v apt-get >/dev/null || { echo "please install: $*" >&2; exit 1; }
    as_root apt-get update -q </dev/null
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" </dev/null
}

# A Python of 3.11 or later that can make environments.
find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11; do
        if "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$python"
            return
        fi
    done
    return 1
}

# install EXTRA: the project with its dependencies, unless this pyproject.toml is installed already.
install() {
    if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
        python=$(find_python) || { apt_install python3-venv; python=$(find_python); } || {
            echo "please install Python 3.11 or later" >&2
            exit 1
        }
        echo "making an environment in .venv" >&2
        "$python" -m venv --clear .venv
    fi
    if ! cmp -s pyproject.toml ".venv/installed$1"; then
        echo "installing what ntdoc needs into .venv, once: this takes about a minute" >&2
        .venv/bin/python -m pip install --quiet --editable ".$1"
        .venv/bin/python -m compileall -q ntdoc # as pip does for a wheel: Python may be told not to write bytecode
        cp pyproject.toml ".venv/installed$1"
    fi
}

site() {
    install ""
    .venv/bin/python -m ntdoc build docs/transformer.md -o site
}

tests() {
    install "[test]"
    for browser in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$browser" >/dev/null && break
        browser=
    done
    [ -n "$browser" ] || apt_install chromium
    .venv/bin/python -m ruff check .
    .venv/bin/python -m mypy
    .venv/bin/python -m pytest -n auto --dist loadscope
    .venv/bin/python -m ntdoc check docs
}

case "${1-}" in
    site) site ;;
    test) tests ;;
    *)
        echo "usage: ./do site   build the site of docs/transformer.md in site/" >&2
        echo "       ./do test   install what tests need, and run every check" >&2
        exit 2
        ;;
esac
