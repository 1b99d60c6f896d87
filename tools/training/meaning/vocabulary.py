"""The student's word pieces: the teacher's, without those that only a transformer needs."""

import json

import numpy as np
from tokenizers import Tokenizer

from .teacher import MODEL, Teacher

UNUSED = ('[unused', '[CLS]', '[SEP]', '[MASK]')


def tokenizer() -> Tokenizer:
    """Lower-cased word pieces as BERT's, of which nothing is put around a text or cut off."""
    data = json.loads((MODEL / 'tokenizer.json').read_text())
    pieces = [piece for piece in data['model']['vocab'] if not piece.startswith(UNUSED)]
    data['model']['vocab'] = {piece: row for row, piece in enumerate(pieces)}
    data['added_tokens'] = [{**token, 'id': pieces.index(token['content'])}
                            for token in data['added_tokens'] if token['content'] in pieces]
    data.update(truncation=None, padding=None, post_processor=None)
    return Tokenizer.from_str(json.dumps(data))


def piece_vectors(teacher: Teacher, pieces: Tokenizer) -> np.ndarray:
    """What the teacher makes of each piece alone: one row of 384 a piece."""
    vocabulary = sorted(pieces.get_vocab(), key=pieces.get_vocab().get)
    before, after = (teacher.tokenizer.token_to_id(token) for token in ('[CLS]', '[SEP]'))
    ids = [[before, teacher.tokenizer.token_to_id(piece), after] for piece in vocabulary]
    return np.concatenate([teacher.pooled(ids[i:i + 256]) for i in range(0, len(ids), 256)])
