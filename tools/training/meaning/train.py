"""Training: one vector a word piece, so that the mean of a text's is what the teacher gives it."""

import math
import time
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional as F


@dataclass
class Settings:
    """How long and how hard is trained; the rate is that of Adam."""

    dimensions: int = 256
    epochs: int = 5
    batch: int = 1024
    rate: float = 1.5e-3
    seed: int = 1


class Bags:
    """The pieces of many texts, one text after the other, to be taken in any order."""

    def __init__(self, pieces: list[list[int]]) -> None:
        self.lengths = torch.tensor([len(line) for line in pieces])
        self.starts = self.lengths.cumsum(0) - self.lengths
        self.pieces = torch.tensor([piece for line in pieces for piece in line])

    def take(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Pieces of these texts, and where each text begins among them."""
        lengths = self.lengths[rows]
        offsets = lengths.cumsum(0) - lengths
        shift = (self.starts[rows] - offsets).repeat_interleave(lengths)
        return self.pieces[torch.arange(len(shift)) + shift], offsets


def directions(vectors: np.ndarray, dimensions: int) -> np.ndarray:
    """The directions that keep most of the vectors' products with each other, 384 × dimensions."""
    _, axes = np.linalg.eigh(vectors.T.astype(np.float32) @ vectors.astype(np.float32))
    return axes[:, ::-1][:, :dimensions].copy()


def frequency_weights(pieces: torch.Tensor, size: int, a: float = 1e-4) -> torch.Tensor:
    """Smooth inverse frequency (Arora 2017) of each piece in the texts."""
    share = torch.bincount(pieces, minlength=size) / len(pieces)
    return a / (a + share)


def train(start: np.ndarray, pieces: list[list[int]], targets: np.ndarray,
          settings: Settings) -> np.ndarray:
    """The trained rows, from the teacher's vectors of pieces (`start`) and of texts (`targets`)."""
    torch.manual_seed(settings.seed)
    axes = directions(targets, settings.dimensions)
    goal = F.normalize(torch.from_numpy(targets.astype(np.float32) @ axes))
    bags = Bags(pieces)
    rows = torch.from_numpy(start @ axes).float()
    rows *= frequency_weights(bags.pieces, len(rows))[:, None]
    rows = torch.nn.Parameter(fitted(rows, bags, goal))
    optimizer = torch.optim.Adam([rows], lr=settings.rate, betas=(0.9, 0.99), fused=True)
    steps = settings.epochs * (len(goal) // settings.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: rise_and_fall(step / steps))
    for epoch in range(settings.epochs):
        began, losses = time.time(), []
        for batch in batches(goal, settings):
            loss = distance(rows, bags, goal, batch)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            losses.append(float(loss.detach()))
        print(f'epoch {epoch + 1}: loss {np.mean(losses):.4f}, {time.time() - began:.0f} s',
              flush=True)
    return rows.detach().numpy()


def rise_and_fall(done: float) -> float:
    """The share of the rate for a step: it rises quickly, and falls as a cosine."""
    return min(done / 0.05, (1 + math.cos(math.pi * done)) / 2)


def fitted(rows: torch.Tensor, bags: Bags, goal: torch.Tensor) -> torch.Tensor:
    """The rows under the linear map that brings the texts' means nearest to the goal."""
    some = torch.arange(min(len(goal), 20_000))
    means = F.normalize(F.embedding_bag(bags.take(some)[0], rows, bags.take(some)[1], mode='mean'))
    return rows @ torch.linalg.lstsq(means, goal[some]).solution


def batches(goal: torch.Tensor, settings: Settings) -> list[torch.Tensor]:
    """Every text once, in random batches; those that fill none wait for the next epoch."""
    order = torch.randperm(len(goal))
    return list(order[:len(order) // settings.batch * settings.batch].view(-1, settings.batch))


def distance(rows, bags: Bags, goal: torch.Tensor, batch: torch.Tensor) -> torch.Tensor:
    """One less the mean cosine between the texts' vectors and their goal."""
    pieces, offsets = bags.take(batch)
    return 1 - F.cosine_similarity(F.embedding_bag(pieces, rows, offsets, mode='mean'),
                                   goal[batch]).mean()
