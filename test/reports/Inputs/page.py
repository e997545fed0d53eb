"""Is a page sound, whole and usable without a mouse? With a browser: does it show what is in it, and do its parts work?

  python3 page.py PAGE REPORT [BROWSER]
"""
import json
import re
import sys
from html.parser import HTMLParser

from browser import Browser

VOID = {"meta", "br", "hr", "img", "link", "input"}
problems = []


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.described, self.tips, self.rows, self.text = [], [], [], [], 0, 0, []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in values:
            self.ids.append(values["id"])
        if tag in ("img", "iframe", "object") or "src" in values or (tag == "link" and values["href"] != "data:,"):
            problems.append(f"<{tag}>: the page needs something else than itself")
        if "href" in values and tag == "a":
            self.links.append(values["href"])
        if "aria-describedby" in values:
            self.described.append(values["aria-describedby"])
            if values.get("tabindex") != "0" and "href" not in values:
                problems.append(f"{values['aria-describedby']}: a tooltip that no key reaches")
        self.tips += values.get("role") == "tooltip"
        self.rows += tag == "li" and "id" in values
        if tag == "html" and "lang" not in values:
            problems.append("no language")
        if tag == "th" and "scope" not in values:
            problems.append("a heading of a table without a scope")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            problems.append(f"</{tag}> closes nothing")

    def handle_data(self, data):
        self.text.append(data)


def distinct(entries):
    """What says the same of the same place is shown once."""
    keys = ("file", "line", "column", "function", "idiom", "reason")
    return {tuple(entry[key] for key in keys) if "reason" in entry else k for k, entry in enumerate(entries)}


def read(text, entries):
    page = Page()
    page.feed(text)
    page.close()
    if page.open:
        problems.append(f"left open: {page.open}")
    if len(set(page.ids)) != len(page.ids):
        problems.append("two elements of one id")
    for link in page.links:
        if not link.startswith("#") or link[1:] not in page.ids:
            problems.append(f"a link to {link}")
    for one in page.described:
        if one not in page.ids:
            problems.append(f"{one} describes nothing")
    if page.rows != len(distinct(entries)):
        problems.append(f"{page.rows} nests for {len(distinct(entries))} entries")
    for word in ("prefers-color-scheme", "@media print", "<title>", "viewport", "default-src 'none'"):
        if word not in text:
            problems.append(f"no {word}")
    if re.search(r"url\(|@import|https?:", text.split("</style>")[0]):
        problems.append("the style needs something else than the page")
    shown = "".join(page.text)
    for entry in entries:
        for what in [entry.get(key, "") for key in ("idiom", "reason", "function")] + entry.get("guards", []):
            if what not in shown:
                problems.append(f"{what} is not shown")


def expect(what, is_so):
    if not is_so:
        problems.append(f"not so: {what}")


def look(browser, count):
    """Two pictures, which differ."""
    pictures = []
    for scheme in ("light", "dark"):
        browser.media(scheme)
        pictures.append(browser.picture())
    expect("a picture shows something", all(len(one) > 5000 for one in pictures))
    expect("dark is another picture than light", pictures[0] != pictures[1])
    browser.media(kind="print")
    expect("the filter is not printed", browser.eval("getComputedStyle(bar).display") == "none")
    browser.media()
    browser.size(400, 800)
    expect("a narrow page is not wider than its window", browser.eval("document.documentElement.scrollWidth") <= 400)
    browser.size(1280, 900)
    expect("all are counted", browser.eval("count.textContent") == f"{count} of {count}")


def fold(browser, count):
    """Folded at first; all at once; a link unfolds what it leads to; what is printed is not folded."""
    opened = "document.querySelectorAll('.nest > details[open]').length"
    expect("all are folded", browser.eval(opened) == 0)
    browser.eval("fold.click()")
    expect("all are unfolded", browser.eval(opened) == count)
    expect("the code is shown", browser.eval("document.querySelectorAll('.nest pre')[0].offsetHeight") > 0)
    browser.eval("fold.click()")
    expect("all are folded again", browser.eval(opened) == 0)
    browser.eval("document.querySelector('.tip').click(), new Promise((done) => setTimeout(done, 200))")
    expect("a mark leads to its nest", browser.eval("document.querySelector('.nest:target > details').open"))
    browser.eval("fold.click(), fold.click(), dispatchEvent(new Event('beforeprint'))")
    expect("all is printed", browser.eval("document.querySelectorAll('details:not([open])').length") == 0)
    browser.eval("fold.textContent = 'Fold all', fold.click()")


def by_keys(browser, count, word, hits):
    """/ goes to the filter, what is typed filters, Escape clears it; j goes down, Enter unfolds."""
    shown = "document.querySelectorAll('.nest:not([hidden])').length"
    browser.eval("document.activeElement.blur()")
    browser.key("/", "/")
    expect("/ goes to the filter", browser.eval("document.activeElement.id") == "filter")
    browser.type(word.upper())
    expect(f"{word} is in {hits}", browser.eval(shown) == hits and browser.eval("filter.value") == word.upper())
    browser.type(" nosuchword")
    expect("nothing is left", browser.eval(shown) == 0 and not browser.eval("nothing.hidden"))
    browser.key("Escape")
    expect("all are back", browser.eval(shown) == count and browser.eval("nothing.hidden"))
    browser.key("j", "j")
    browser.key("j", "j")
    browser.key("k", "k")
    expect("j and k go up and down", browser.eval("document.activeElement.parentElement.parentElement ==="
                                                  " document.querySelectorAll('.nest')[0]"))
    browser.key("Enter", "\r")
    expect("Enter unfolds", browser.eval("document.querySelector('.nest > details').open"))


def in_browser(program, path, entries):
    count, rewritten = len(distinct(entries)), sum("guards" in entry for entry in entries)
    with Browser(program) as browser:
        browser.size(1280, 900)
        browser.open(path)
        read(browser.eval("'<!DOCTYPE html>' + document.documentElement.outerHTML"), entries)
        look(browser, count)
        fold(browser, count)
        by_keys(browser, count, "dgemv", browser.eval(
            "[...document.querySelectorAll('.nest')].filter((n) => n.textContent.includes('dgemv')).length"))
        browser.eval("document.querySelector('.bar [data-kind=fired]').click()")
        expect("rewrites are hidden", browser.eval("document.querySelectorAll('.nest:not([hidden])').length")
               == count - rewritten)
        browser.eval("location.hash = '', location.hash = document.querySelector('.nest.fired').id,"
                     " new Promise((done) => setTimeout(done, 200))")
        expect("a link shows what is hidden", not browser.eval("document.querySelector('.nest.fired').hidden"))
        problems.extend(browser.complaints())


with open(sys.argv[1], encoding="utf-8") as stream:
    source = stream.read()
with open(sys.argv[2], encoding="utf-8") as stream:
    report = json.load(stream)
everything = report["rewrites"] + report["missed"]
if len(sys.argv) > 3:
    in_browser(sys.argv[3], sys.argv[1], everything)
else:
    read(source, everything)
print("\n".join(problems) or "a sound page")
sys.exit(bool(problems))
