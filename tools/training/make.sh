#!/bin/sh
# Makes the model from nothing: tools/training/make.sh [--smallest] [--work FOLDER] [--to FOLDER]
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=${TRAINING_VENV:-$here/../../data/training-venv}
[ -x "$work/bin/pip" ] || python3.11 -m venv "$work"
"$work/bin/pip" install --quiet --requirement "$here/requirements.txt"
PYTHONPATH="$here" HF_HUB_OFFLINE=1 OMP_NUM_THREADS=1 exec "$work/bin/python" -m meaning "$@"
