from __future__ import annotations

import inspect
import re

from scoring import errors
from scoring.errors import ScoringError


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes():
    drawn = dict(re.findall(r"(\w+Error)(?: \((\w+)\))?", errors.__doc__ or ""))
    classes = {name: cls for name, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, ScoringError)}
    assert set(drawn) - {"ValueError", "LookupError"} == set(classes)
    for name, builtin in drawn.items():
        if builtin:
            assert builtin in {base.__name__ for base in classes[name].__mro__}, name


def test_every_leaf_is_a_builtin_error_as_well():
    classes = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, ScoringError)]
    leaves = [cls for cls in classes if not cls.__subclasses__()]
    assert len(leaves) > 20
    assert all(issubclass(leaf, ValueError | LookupError) for leaf in leaves)
