"""grammar.py - whether the grammar of Python 3.8 knows a file: grammar.py FILE"""
import ast
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    ast.parse(f.read(), sys.argv[1], feature_version=(3, 8))
