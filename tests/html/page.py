"""page.py - what a page of pp-prof --html has, for the tests.

page.py same PAGE JSON     the cells are those of --json of the same input
page.py safe PAGE          nothing in it runs or loads but its own script and style
page.py text PAGE          its text, a line each, as a reader gets it
page.py svg PAGE CLASS     the elements of a picture, a line each, attributes sorted

The page is read by Python's html.parser, not by what wrote it.
"""
import base64
import hashlib
import json
import re
import sys
import xml.etree.ElementTree as xml
from decimal import Decimal
from html.parser import HTMLParser

VOID = {"meta", "input", "br", "hr", "link", "img"}


class Page(HTMLParser):
    """The tables by section, all attributes, texts, and what stands in script and style."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.sections, self.attributes, self.stack, self.problems = [], [], [], []
        self.raw = {"script": [], "style": []}
        self.texts = []
        self.cell = None
        self.feed(text)
        self.close()
        if self.stack:
            self.problems.append("left open: %s" % self.stack)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.attributes += [(tag, k, v) for k, v in attributes.items()]
        if tag in ("script", "style"):
            self.raw[tag].append("")
        if tag == "section":
            self.sections.append({"name": "", "notes": [], "columns": [], "rows": []})
        elif tag == "p" and attributes.get("class") == "note":
            self.sections[-1]["notes"].append("")
        elif tag == "tr" and "thead" not in self.stack:
            self.sections[-1]["rows"].append([])
        elif tag in ("td", "th"):
            self.cell = {"text": "", "title": attributes.get("title"),
                "class": attributes.get("class", "")}
            where = "columns" if tag == "th" else "rows"
            row = self.sections[-1][where]
            (row if tag == "th" else row[-1]).append(self.cell)
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.attributes += [(tag, k, v) for k, v in attributes]

    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag:
            self.problems.append("</%s>" % tag)

    def handle_data(self, data):
        top = self.stack[-1] if self.stack else ""
        if top in self.raw:
            self.raw[top][-1] += data
            return
        if data.strip():
            self.texts.append(data)
        if top == "h2":
            self.sections[-1]["name"] += data
        elif top == "p" and self.sections and self.sections[-1]["notes"]:
            self.sections[-1]["notes"][-1] += data
        elif top in ("td", "button") and self.cell is not None:
            self.cell["text"] += data


def plain(text):
    """The text that was shown so that it can do no harm."""
    def one(m):
        if m[1]:
            return {"n": "\n", "t": "\t", "\\": "\\"}[m[1]]
        return chr(int(m[2] or m[3], 16))
    return re.sub(r"\\(?:([nt\\])|x(..)|u(....))", one, text)


def agrees(cell, value):
    text = cell["title"] or cell["text"]
    absent = "m" in cell["class"].split()
    if value is None:
        return absent and cell["text"] == "na"
    if value is Ellipsis:
        return absent and cell["text"] == "-"
    if absent:
        return False
    if isinstance(value, bool):
        return text == str(int(value))
    if isinstance(value, (int, Decimal)):
        return Decimal(text.split()[0]) == value
    if isinstance(value, dict):
        return text == "%s:%s" % (value["name"], value["value"])
    if isinstance(value, list):
        flat = [str(v) for v in value]
        return plain(text) in [joiner.join(flat) for joiner in ",; >|"]
    return plain(text) == value or text == value


def needless(values):
    """A column that says nothing is not shown, nor one of what is known where all is."""
    return (all(v in (None, Ellipsis) for v in values) or
        all(v in (None, Ellipsis) or v == 100 for v in values))


def compare(section, rows):
    wrong = []
    if len(section["rows"]) != len(rows):
        wrong.append("%s: %d rows, not %d" %
            (section["name"], len(section["rows"]), len(rows)))
    keys = []
    for row in rows:
        keys += [k for k in row if k not in keys]
    shown = [c["text"] for c in section["columns"]]
    for key in keys:
        if key not in shown and not needless([r.get(key, Ellipsis) for r in rows]):
            wrong.append("%s: no column %s" % (section["name"], key))
    for cells, row in zip(section["rows"], rows):
        if len(cells) != len(shown):
            wrong.append("%s: %d cells" % (section["name"], len(cells)))
        for key, cell in zip(shown, cells):
            if not agrees(cell, row.get(key, Ellipsis)):
                wrong.append("%s: %s: %s, not %s" %
                    (section["name"], key, cell, row.get(key)))
    return wrong


def same(page, path):
    views, wrong = [[]], []
    with open(path, encoding="utf-8") as f:
        for line in f:
            row = json.loads(line, parse_float=Decimal)
            if list(row) == ["view"]:
                views.append([])
            else:
                views[-1].append(row)
    views = views[1:] if len(views) > 1 else views
    sections = [s for s in page.sections if s["columns"] or not s["notes"]]
    sections += [s for s in page.sections if s not in sections and any(
        "nothing to show" in n for n in s["notes"])]
    full = [v for v in views if v]
    if len([s for s in sections if s["columns"]]) != len(full):
        wrong.append("%d tables, not %d" % (len(sections), len(full)))
    for section, rows in zip([s for s in sections if s["columns"]], full):
        wrong += compare(section, rows)
    return wrong


def safe(page, text):
    wrong = list(page.problems)
    policy = [v for tag, k, v in page.attributes if k == "content" and "default-src" in v]
    hashes = ["'sha256-%s'" % base64.b64encode(
        hashlib.sha256(page.raw[tag][0].encode()).digest()).decode()
        for tag in ("script", "style")]
    wanted = ("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; "
        "form-action 'none'" % tuple(hashes))
    if policy != [wanted]:
        wrong.append("policy %s, not %s" % (policy, wanted))
    if text.index("Content-Security-Policy") > text.index("<title>"):
        wrong.append("text before the policy")
    for tag in page.raw:
        if len(page.raw[tag]) != 1:
            wrong.append("%d %ss" % (len(page.raw[tag]), tag))
        if re.search(r"https?:|url\(|@import|eval|innerHTML", page.raw[tag][0]):
            wrong.append("what %s does" % tag)
    for tag, k, v in page.attributes:
        if k == "style" or k.startswith("on"):
            wrong.append("attribute %s" % k)
        if k in ("src", "href", "action", "xlink:href", "srcset", "data") and not (
                tag == "a" and re.fullmatch("#s[0-9]+", v)):
            wrong.append("%s %s" % (k, v))
    bad = re.findall("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
        "\ufffe\uffff]", text)
    if bad:
        wrong.append("characters %s" % bad)
    for svg in re.findall(r"<svg.*?</svg>", text, re.S):
        if svg.count("<svg") == 1:
            xml.fromstring(svg)
    for figure in re.findall(r"<figure>.*?</figure>", text, re.S):
        picture = xml.fromstring(figure).find(".//svg")
        if picture is None or picture.find("title") is None or picture.find("desc") is None:
            wrong.append("a picture without title or desc")
    if text.count("<svg") and not re.search(r"<svg", text):
        wrong.append("svg")
    return wrong


def main():
    what, path = sys.argv[1:3]
    with open(path, encoding="utf-8", newline="") as f:
        text = f.read()
    page = Page(text)
    if what == "same":
        wrong = same(page, sys.argv[3])
    elif what == "safe":
        wrong = safe(page, text)
    elif what == "text":
        print("\n".join(page.texts))
        return 0
    else:
        for figure in re.findall(r"<figure>.*?</figure>", text, re.S):
            for picture in xml.fromstring(figure).iter("svg"):
                if sys.argv[3] in picture.get("class", "").split():
                    for e in picture.iter():
                        print(e.tag, *("%s=%s" % a for a in sorted(e.items())),
                            (e.text or "").strip())
        return 0
    for line in wrong[:20]:
        print(line)
    return len(wrong) > 0


sys.exit(main())
