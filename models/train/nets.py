"""The four networks. All take uint8 (N, H, W, 3) RGB and normalise inside, so that no caller can do it differently."""

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.find.detect import SHAPE_CHANNELS, UNIT_PX
from vision.find.pose import LENGTHS, POSE_CHANNELS

HEAT_PRIOR = -3.5
ORDINARY_FACES = 12


def conv(inputs: int, outputs: int, *, size: int = 3, stride: int = 1) -> nn.Sequential:
    """Return convolution, batch norm and ReLU."""
    convolved = nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False)
    return nn.Sequential(convolved, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two 3×3 convolutions around a short cut."""

    def __init__(self, width: int) -> None:
        """Build the block; `width` channels in and out."""
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        """Return the block's output, same shape."""
        return functional.relu(x + self.second(self.first(x)))


def in_its_own_light(frame: Tensor) -> Tensor:
    """Return crops (N, 3, H, W), each against its own light: exposure changes from board to board, ink does not."""
    x = frame.permute(0, 3, 1, 2).float()
    mean = x.mean(dim=(1, 2, 3), keepdim=True)
    spread = ((x - mean) ** 2).mean(dim=(1, 2, 3), keepdim=True).sqrt()
    return (x - mean) / (spread + 8.0)


class DetectorNet(nn.Module):
    """Finds dice: at every fourth pixel, whether a die's middle is there and how it lies.

    Source: after CenterNet (Zhou et al., Objects as Points, 2019); the quad's encoding is ours: `vision.find.detect`.
    """

    def __init__(self, widths: tuple[int, int, int] = (20, 44, 64), head: int = 32) -> None:
        """Build the network; `widths` are channels at strides 4, 8 and 16, `head` those of the last layer."""
        super().__init__()
        w4, w8, w16 = widths
        # Straight to stride 4: on a CPU the maps at stride 2 cost more than all the rest.
        self.stem = nn.Sequential(nn.Conv2d(3, w4, 6, 4, 1, bias=False), nn.BatchNorm2d(w4), nn.ReLU(inplace=True))
        self.at4 = conv(w4, w4)
        self.down8 = nn.Sequential(conv(w4, w8, stride=2), Residual(w8))
        self.down16 = nn.Sequential(conv(w8, w16, stride=2), Residual(w16), Residual(w16))
        self.across8 = conv(w16, w8, size=1)
        self.fuse8 = conv(w8, w8)
        self.across4 = conv(w8, w4, size=1)
        self.fuse4 = conv(w4, head)
        self.heat = nn.Conv2d(head, 1, 1)
        self.shape = nn.Conv2d(head, SHAPE_CHANNELS, 1)
        nn.init.constant_(self.heat.bias, HEAT_PRIOR)

    def forward(self, frame: Tensor) -> tuple[Tensor, Tensor]:
        """Return heat logits (N, H/4, W/4) and raw shape (N, 11, H/4, W/4)."""
        at4 = self.at4(self.stem((frame.permute(0, 3, 1, 2).float() - 114.0) / 64.0))
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at8 = self.fuse8(at8 + functional.interpolate(self.across8(at16), scale_factor=2.0, mode="nearest"))
        features = self.fuse4(at4 + functional.interpolate(self.across4(at8), scale_factor=2.0, mode="nearest"))
        return self.heat(features).squeeze(1), self.shape(features)


def in_pixels(raw: Tensor) -> Tensor:
    """Return the shape channels in their units from the raw ones (N, 11, h, w), as `vision.find.detect` does."""
    box = functional.softplus(raw[:, :4]) * UNIT_PX
    middle = raw[:, 4:6] * UNIT_PX
    half_edge = functional.softplus(raw[:, 6:7]) * UNIT_PX
    return torch.cat([box, middle, half_edge, raw[:, 7:11]], dim=1)


class FaceNet(nn.Module):
    """Reads a rectified top face: one logit a label, and an embedding for dice taught later.

    `ordinary` tells the faces of pip and numeral dice apart. It is trained and not exported: sets of these are taught
    as others are, and the embedding shall hold what they all have in common, whatever their colours. `spell` names the
    face by what is seen within thirty-five pixels anywhere, a letter, and adds that to what the whole picture says:
    where the two disagree nothing is likely.
    """

    def __init__(
        self,
        classes: int = 7,
        *,
        widths: Sequence[int] = (24, 48, 80, 128),
        blocks: Sequence[int] = (3, 3, 1),
        near: Sequence[int] = (32, 56, 64),
        embedding: int = 64,
        hidden: int = 96,
    ) -> None:
        """Build the network.

        Corner letters are eight pixels high in a crop: most of the work is done at stride 4, where they still show, and
        what was seen anywhere at stride 8 is told to the last layers directly.
        """
        super().__init__()
        w2, w4, w8, w16 = widths
        at4, at8, at16 = blocks
        self.fine = nn.Sequential(
            conv(3, w2, stride=2),
            conv(w2, w4, stride=2),
            *(Residual(w4) for _ in range(at4)),
            conv(w4, w8, stride=2),
            *(Residual(w8) for _ in range(at8)),
        )
        self.coarse = nn.Sequential(conv(w8, w16, stride=2), *(Residual(w16) for _ in range(at16)))
        letters = conv(w2, near[0]), conv(near[0], near[1], stride=2), conv(near[1], near[2]), Residual(near[2])
        self.near = nn.Sequential(*letters)
        self.spell = nn.Linear(near[2], classes)
        seen = w8 + 2 * w16
        self.embed = nn.Linear(seen, embedding)
        self.think = nn.Linear(seen, hidden)
        self.classify = nn.Linear(hidden, classes)
        self.drop = nn.Dropout(0.1)
        self.ordinary = nn.Linear(embedding, ORDINARY_FACES)

    def forward(self, frame: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (N, classes) and the embedding (N, E), not normalised."""
        whole, letters, embedding = self.parts(frame)
        return whole + letters, embedding

    def parts(self, frame: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return what the whole picture and what letters say, (N, classes) each, and the embedding (N, E)."""
        at2 = self.fine[0](in_its_own_light(frame))
        fine = self.fine[1:](at2)
        coarse = self.coarse(fine)
        pooled = torch.cat([fine.amax(dim=(2, 3)), coarse.mean(dim=(2, 3)), coarse.amax(dim=(2, 3))], dim=1)
        thought = functional.relu(self.think(pooled))
        letters = self.spell(self.near(at2).amax(dim=(2, 3)))
        return self.classify(self.drop(thought)), letters, self.embed(pooled)


class PoseNet(nn.Module):
    """Measures a die close up; takes uint8 (N, 64, 64, 3) RGB and normalises inside."""

    def __init__(self, widths: tuple[int, int, int, int] = (20, 32, 48, 72)) -> None:
        """Build the network; `widths` are channels at strides 2, 4, 8 and 16."""
        super().__init__()
        w2, w4, w8, w16 = widths
        self.body = nn.Sequential(
            conv(3, w2, stride=2),
            conv(w2, w4, stride=2),
            Residual(w4),
            conv(w4, w8, stride=2),
            Residual(w8),
            conv(w8, w16, stride=2),
            Residual(w16),
            conv(w16, 32, size=1),
        )
        self.measure = nn.Sequential(nn.Linear(32 * 16, 96), nn.ReLU(inplace=True), nn.Linear(96, POSE_CHANNELS))

    def forward(self, frame: Tensor) -> Tensor:
        """Return corners against the square's, the sweep, in edges of the square, two log odds, log error, (N, 13)."""
        answer: Tensor = self.measure(self.body(in_its_own_light(frame)).flatten(1))
        return torch.cat([answer[:, :LENGTHS] * 0.2, answer[:, LENGTHS:]], dim=1)


class FloorNet(nn.Module):
    """Tells at every second pixel whether it shows the floor of a tray, whatever lies on it; sides in multiples of 32.

    Source: after U-Net (Ronneberger et al., 2015), with sums for its concatenations.
    """

    def __init__(self, widths: tuple[int, ...] = (12, 24, 40, 56, 64)) -> None:
        """Build the network; `widths` are channels at strides 2, 4, 8, 16 and 32."""
        super().__init__()
        self.stem = conv(3, widths[0], stride=2)
        pairs = tuple(pairwise(widths))
        self.down = nn.ModuleList(nn.Sequential(conv(fine, wide, stride=2), Residual(wide)) for fine, wide in pairs)
        self.whole = nn.Sequential(Residual(widths[-1]), Residual(widths[-1]))
        self.across = nn.ModuleList(conv(wide, fine, size=1) for fine, wide in pairs)
        self.fuse = nn.ModuleList(conv(fine, fine) for fine, _ in pairs)
        self.floor = nn.Conv2d(widths[0], 1, 1)

    def forward(self, frame: Tensor) -> Tensor:
        """Return the log odds (N, 1, H/2, W/2)."""
        seen = [self.stem((frame.permute(0, 3, 1, 2).float() - 114.0) / 64.0)]
        for down in self.down:
            seen.append(down(seen[-1]))
        x = self.whole(seen.pop())
        for across, fuse in zip(reversed(self.across), reversed(self.fuse), strict=True):
            x = fuse(seen.pop() + functional.interpolate(across(x), scale_factor=2.0, mode="nearest"))
        answer: Tensor = self.floor(x)
        return answer


class ExportedGraph(nn.Module):
    """A network as it is exported: its weights are named `net.`, its outputs a tuple, embeddings of length 1."""

    def __init__(self, net: nn.Module) -> None:
        """Wrap a trained network."""
        super().__init__()
        self.net = net

    def forward(self, frame: Tensor) -> tuple[Tensor, ...]:
        """Return what the network does: log odds and raw shape; logits and unit embeddings; or the pose alone."""
        if isinstance(self.net, FaceNet):
            logits, embedding = self.net(frame)
            return logits, functional.normalize(embedding, dim=1)
        answer = self.net(frame)
        return answer if isinstance(answer, tuple) else (answer,)
