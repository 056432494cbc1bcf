"""The examples in the package's docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import tutor

MODULES = ["tutor", *(module.name for module in pkgutil.walk_packages(tutor.__path__, "tutor."))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0
