"""Is a page sound, whole and usable without a mouse? With a browser: does it show what is in it?

  python3 page.py PAGE REPORT [BROWSER]
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser

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
        if tag in ("script", "link", "img", "iframe") or "src" in values:
            problems.append(f"<{tag}>: the page needs something else than itself")
        if "href" in values:
            self.links.append(values["href"])
        if "aria-describedby" in values:
            self.described.append(values["aria-describedby"])
            if values.get("tabindex") != "0":
                problems.append(f"{values['aria-describedby']}: a tooltip that no key reaches")
        self.tips += values.get("role") == "tooltip"
        self.rows += tag == "tr" and "id" in values
        if tag == "html" and "lang" not in values:
            problems.append("no language")
        if tag == "th" and "scope" not in values:
            problems.append("a heading of a table without a scope")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            problems.append(f"</{tag}> closes nothing")

    def handle_data(self, data):
        self.text.append(data)


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
    if page.rows != len(entries):
        problems.append(f"{page.rows} rows for {len(entries)} entries")
    for word in ("prefers-color-scheme", "<title>", "viewport"):
        if word not in text:
            problems.append(f"no {word}")
    if re.search(r"url\(|@import|https?:", text.split("</style>")[0]):
        problems.append("the style needs something else than the page")
    shown = "".join(page.text)
    for entry in entries:
        for what in ("idiom", "reason", "function"):
            if entry.get(what, "") not in shown:
                problems.append(f"{entry[what]} is not shown")
    return page


def in_browser(browser, path, entries):
    """The page as the browser built it, and pictures of it, light and dark."""
    with tempfile.TemporaryDirectory() as folder:
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/user"]
        url = "file://" + os.path.abspath(path)
        done = subprocess.run([*command, "--dump-dom", url], capture_output=True, text=True, timeout=120, check=False)
        read(done.stdout, entries)
        pictures = []
        for scheme in ("1", "0"):  # light, dark
            picture = f"{folder}/{scheme}.png"
            subprocess.run([*command, f"--blink-settings=preferredColorScheme={scheme}", f"--screenshot={picture}",
                            "--window-size=1000,800", url], capture_output=True, timeout=120, check=False)
            with open(picture, "rb") as stream:
                pictures.append(stream.read())
        if any(len(one) < 5000 for one in pictures):
            problems.append("a picture of nothing")
        if pictures[0] == pictures[1]:
            problems.append("dark is as light")


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
