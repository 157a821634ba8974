"""One network for everything, to hold ours against: dice and their top faces found at once in the whole picture.

Layers and channels are those of YOLO11n, built from its published description, but for its attention, which is left
out, and for boxes told as four distances instead of shares of sixteen bins each.

Source: Khanam, Hussain, YOLOv11: An Overview of the Key Architectural Enhancements (2024), arXiv:2410.17725.
"""

# mypy: allow-subclassing-any
# torch is skipped by mypy, so its Module is Any.

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.preprocess import PAD_GREY

STRIDES = (8, 16, 32)
KINDS = 7
"""The six faces, in the order of `vision.read.classify.FACE_LABELS`, and a die that shows no poker face."""
PRIOR = -4.6  # log odds that a place shows a die of some kind, before anything is learned: one in a hundred


def convolved(inputs: int, outputs: int, size: int = 1, *, stride: int = 1, groups: int = 1) -> nn.Sequential:
    """Return convolution, batch norm and SiLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.SiLU(inplace=True),
    )


class Bottleneck(nn.Module):
    """Two 3×3 convolutions around fewer channels, added to what came in."""

    def __init__(self, width: int, hidden: int) -> None:
        """Build the block; `width` channels in and out, `hidden` between."""
        super().__init__()
        self.inside = nn.Sequential(convolved(width, hidden, 3), convolved(hidden, width, 3))

    def forward(self, x: Tensor) -> Tensor:
        """Return the block's output, same shape."""
        return x + self.inside(x)


class DoubleBottleneck(nn.Module):
    """Two bottlenecks beside a short cut (C3k)."""

    def __init__(self, width: int) -> None:
        """Build the block; `width` channels in and out."""
        super().__init__()
        half = width // 2
        self.long = nn.Sequential(convolved(width, half), Bottleneck(half, half), Bottleneck(half, half))
        self.short = convolved(width, half)
        self.joined = convolved(2 * half, width)

    def forward(self, x: Tensor) -> Tensor:
        """Return the block's output, same shape."""
        return self.joined(torch.cat([self.long(x), self.short(x)], dim=1))


class SplitBlock(nn.Module):
    """The family's usual block: half of the channels is worked on, all steps are kept (C3k2)."""

    def __init__(self, inputs: int, outputs: int, *, is_deep: bool, share: float = 0.5) -> None:
        """Build the block; deep ones hold two bottlenecks, `share` of the outputs is worked on."""
        super().__init__()
        hidden = int(outputs * share)
        self.both = convolved(inputs, 2 * hidden)
        self.worked = DoubleBottleneck(hidden) if is_deep else Bottleneck(hidden, hidden // 2)
        self.joined = convolved(3 * hidden, outputs)

    def forward(self, x: Tensor) -> Tensor:
        """Return (N, outputs, h, w)."""
        both = self.both(x)
        return self.joined(torch.cat([both, self.worked(both.chunk(2, dim=1)[1])], dim=1))


class Pooled(nn.Module):
    """Pools thrice and keeps each step, so that every place knows what lies around it (SPPF)."""

    def __init__(self, width: int) -> None:
        """Build the block; `width` channels in and out."""
        super().__init__()
        self.less = convolved(width, width // 2)
        self.pool = nn.MaxPool2d(5, 1, 2)
        self.joined = convolved(2 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        """Return the block's output, same shape."""
        steps = [self.less(x)]
        for _ in range(3):
            steps.append(self.pool(steps[-1]))
        return self.joined(torch.cat(steps, dim=1))


class Head(nn.Module):
    """Says at every place of one scale what lies there and where its box ends."""

    def __init__(self, width: int, hidden: int = 64) -> None:
        """Build the head; `width` channels in."""
        super().__init__()
        self.box = nn.Sequential(convolved(width, hidden, 3), convolved(hidden, hidden, 3), nn.Conv2d(hidden, 4, 1))
        self.kind = nn.Sequential(
            convolved(width, width, 3, groups=width),
            convolved(width, hidden),
            convolved(hidden, hidden, 3, groups=hidden),
            convolved(hidden, hidden),
            nn.Conv2d(hidden, KINDS, 1),
        )
        nn.init.constant_(self.box[-1].bias, 1.0)
        nn.init.constant_(self.kind[-1].bias, PRIOR)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (N, h·w, KINDS) and raw distances (N, h·w, 4)."""
        return self.kind(x).flatten(2).transpose(1, 2), self.box(x).flatten(2).transpose(1, 2)


class SingleNet(nn.Module):
    """Finds dice and reads their top faces at once; takes uint8 (N, H, W, 3) RGB, H and W multiples of 32."""

    def __init__(self) -> None:
        """Build the network."""
        super().__init__()
        self.to_fine = nn.Sequential(
            convolved(3, 16, 3, stride=2),
            convolved(16, 32, 3, stride=2),
            SplitBlock(32, 64, is_deep=False, share=0.25),
            convolved(64, 64, 3, stride=2),
            SplitBlock(64, 128, is_deep=False, share=0.25),
        )
        self.to_middle = nn.Sequential(convolved(128, 128, 3, stride=2), SplitBlock(128, 128, is_deep=True))
        self.to_coarse = nn.Sequential(
            convolved(128, 256, 3, stride=2), SplitBlock(256, 256, is_deep=True), Pooled(256)
        )
        self.middle_down = SplitBlock(256 + 128, 128, is_deep=False)
        self.fine = SplitBlock(128 + 128, 64, is_deep=False)
        self.fine_up = convolved(64, 64, 3, stride=2)
        self.middle = SplitBlock(64 + 128, 128, is_deep=False)
        self.middle_up = convolved(128, 128, 3, stride=2)
        self.coarse = SplitBlock(128 + 256, 256, is_deep=True)
        self.heads = nn.ModuleList([Head(64), Head(128), Head(256)])

    def forward(self, frame: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (N, P, KINDS) and distances from each place to its box's edges, in its strides (N, P, 4).

        Places go through the strides, finest first, each row by row; distances are left, top, right, bottom.
        """
        x = (frame.permute(0, 3, 1, 2).float() - PAD_GREY) / 64.0
        fine = self.to_fine(x)
        middle = self.to_middle(fine)
        coarse = self.to_coarse(middle)
        middle = self.middle_down(torch.cat([_doubled(coarse), middle], dim=1))
        fine = self.fine(torch.cat([_doubled(middle), fine], dim=1))
        middle = self.middle(torch.cat([self.fine_up(fine), middle], dim=1))
        coarse = self.coarse(torch.cat([self.middle_up(middle), coarse], dim=1))
        said = [head(scale) for head, scale in zip(self.heads, (fine, middle, coarse), strict=True)]
        logits, raw = (torch.cat(parts, dim=1) for parts in zip(*said, strict=True))
        return logits, functional.softplus(raw.float())


class SingleGraph(nn.Module):
    """The network as it is exported: probabilities instead of log odds."""

    def __init__(self, net: nn.Module) -> None:
        """Wrap a trained network."""
        super().__init__()
        self.net = net

    def forward(self, frame: Tensor) -> tuple[Tensor, Tensor]:
        """Return probabilities (N, P, KINDS) and distances (N, P, 4), see `SingleNet`."""
        logits, distances = self.net(frame)
        return torch.sigmoid(logits), distances


def _doubled(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")
