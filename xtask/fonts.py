"""Makes the fonts of the page smaller without taking letters away.

    pip install fonttools brotli
    python3 xtask/fonts.py FONT.woff2 OUT.woff2

What docs/decisions/0006 says of fonts, done: no instructions for coarse screens, no features that the page does not
use, no names, and kerning only between the letters of ASCII, which nearly all words of the
page are set in. Kerning of all pairs took five of fifteen kilobytes.
"""

import sys

from fontTools import subset
from fontTools.ttLib import TTFont

FEATURES = ["kern", "liga", "tnum", "lnum", "zero", "mark", "mkmk", "ccmp", "locl"]


def main(source: str, target: str) -> None:
    options = subset.Options(
        layout_features=FEATURES, hinting=False, desubroutinize=True, name_IDs=[], flavor="woff2"
    )
    font = subset.load_font(source, options)
    whole = subset.Subsetter(options)
    whole.populate(unicodes=font.getBestCmap())
    whole.subset(font)
    keep_kerning_of_ascii(font)
    font.flavor = "woff2"
    font.save(target)


def keep_kerning_of_ascii(font: TTFont) -> None:
    """Pairs with a letter beyond ASCII go, and the classes that this empties."""
    ascii_only = subset.Subsetter()
    ascii_only.glyphs = {name for code, name in font.getBestCmap().items() if code < 128 and chr(code).isalpha()}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        tables = [getattr(it, "ExtSubTable", it) for it in lookup.SubTable]
        if type(tables[0]).__name__ == "PairPos":
            lookup.SubTable = [
                it for it, table in zip(lookup.SubTable, tables) if table.subset_glyphs(ascii_only)
            ]
            lookup.SubTableCount = len(lookup.SubTable)


if __name__ == "__main__":
    main(*sys.argv[1:])
