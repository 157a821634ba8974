import inspect
import re

from scoring import errors
from scoring.errors import ScoringError


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes_and_every_leaf_is_a_builtin_error():
    drawn = dict(re.findall(r"(\w+Error)(?: \((\w+)\))?", errors.__doc__ or ""))
    classes = {name: cls for name, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, ScoringError)}
    assert set(drawn) - {"ValueError", "LookupError"} == set(classes)
    for name, cls in classes.items():
        assert cls.__subclasses__() or issubclass(cls, ValueError | LookupError), name
        assert not drawn[name] or drawn[name] in {base.__name__ for base in cls.__mro__}, name
