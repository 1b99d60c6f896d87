"""The model's folder, as Model2Vec reads it."""

import json
from pathlib import Path

import numpy as np
from model2vec import StaticModel
from safetensors.numpy import save_file
from tokenizers import Tokenizer

CONFIG = {
    'model_type': 'model2vec',
    'architectures': ['StaticModel'],
    'tokenizer_name': 'sentence-transformers/all-MiniLM-L6-v2',
    'normalize': True,
    'pooling': 'mean',
    'max_length': 512,
    'seq_length': 1000000,
    'embedding_dtype': 'int8',
}


def quantized(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows in int8 and the number that each is multiplied with: its greatest value goes to 127."""
    scale = np.abs(rows).max(axis=1) / 127
    scale[scale == 0] = 1
    return np.rint(rows / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def write(folder: Path, rows: np.ndarray, tokenizer: Tokenizer) -> None:
    """Writes model.safetensors, tokenizer.json and config.json."""
    folder.mkdir(parents=True, exist_ok=True)
    embeddings, weights = quantized(rows)
    save_file({'embeddings': embeddings, 'weights': weights}, folder / 'model.safetensors')
    tokenizer.save(str(folder / 'tokenizer.json'), pretty=False)
    config = {**CONFIG, 'hidden_dim': rows.shape[1]}
    (folder / 'config.json').write_text(json.dumps(config, indent=2) + '\n')


def verify(folder: Path, rows: np.ndarray, texts: list[str]) -> float:
    """The least cosine between what Model2Vec makes of these texts and what the rows give.

    Raises what Model2Vec raises of a folder that it cannot read.
    """
    model = StaticModel.from_pretrained(folder)
    given = model.encode(texts)
    wanted = np.stack([rows[ids].mean(axis=0) for ids in model.tokenize(texts)])
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    return float((given * wanted).sum(axis=1).min())
