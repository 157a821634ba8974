import pytest

pytest.importorskip("onnx", reason="onnx is not installed (extra dev): nothing can be counted")

import numpy as np
import onnx
from onnx import TensorProto

from tests.bench.against_yolo import SIDE_PX, built
from tests.bench.arithmetic import multiplications


def test_the_network_held_against_has_the_published_size():
    network = built()
    onnx.checker.check_model(network)
    learned = sum(np.prod(one.dims) for one in network.graph.initializer if one.data_type == TensorProto.FLOAT)
    assert learned / 1e6 == pytest.approx(2.6, abs=0.05)
    assert 2 * multiplications(network, (1, 3, SIDE_PX, SIDE_PX)) / 1e9 == pytest.approx(6.5, abs=0.1)
