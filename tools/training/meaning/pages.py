"""Documentation files as sections: a heading and the paragraphs below it."""

import bz2
import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree, html

# Machine-made references list names, which teach nothing about how people write.
REFERENCES = re.compile(
    r'/(api|apidoc|javadoc|doxygen|classes|functions|_modules|_sources|genindex|search)\b|'
    r'/(changelog|copyright|NEWS|TODO|COPYING)')
TRANSLATED = re.compile(
    r'/help/(?!C/|en)|/(?!en)[a-z]{2}([-_@][A-Za-z]+)?/|'
    r'[._-](de|fr|es|it|ja|pt|ru|zh|ko|tr|pl|sv|nl|cs|da|el|fi|hu|uk)\b')
HEADINGS = {'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'title', 'dt', 'refname'}
PARAGRAPHS = {'p', 'para', 'li', 'dd', 'td', 'simpara', 'desc', 'refpurpose', 'blockquote'}
SKIPPED = {'script', 'style', 'nav', 'pre', 'head', 'info', 'screen', 'programlisting', 'header',
           'footer', 'legalnotice', 'bookinfo', 'articleinfo'}
BLOCKS = PARAGRAPHS | HEADINGS | SKIPPED | {'ul', 'ol', 'dl', 'div', 'table'}
INLINE = {'B', 'I', 'BR', 'IR', 'RB', 'RI', 'BI', 'Nm', 'Fl', 'Ar', 'Pa', 'Xr', 'Em'}
MOST_BYTES = 2_000_000


@dataclass
class Section:
    """A heading, which may be empty, and its paragraphs as plain text."""

    heading: str
    paragraphs: list[str] = field(default_factory=list)


def sections(folder: Path, most_files: int) -> Iterator[Section]:
    """Sections of the documentation below `folder`, of at most `most_files` of its files.

    Where there are more files, those that are taken lie evenly among them.
    """
    files = [(path, reader) for path in sorted(folder.rglob('*')) if (reader := reader_of(path))]
    step = max(1, -(-len(files) // most_files))
    for path, reader in files[::step]:
        yield from reader(text_of(path))


def reader_of(path: Path):
    name = str(path)
    below = name.split('/usr/share/')[-1]
    if TRANSLATED.search(below) or not path.is_file() or path.stat().st_size > MOST_BYTES:
        return None
    if re.search(r'/man/man\d/', name):
        return read_manual_page
    if REFERENCES.search(below):
        return None
    if name.endswith(('.html', '.htm', '.xhtml', '.html.gz')):
        return read_html
    if name.endswith(('.page', '.docbook', '.xml')) and 'catalog' not in name:
        return read_xml
    return read_pod if name.endswith('.pod') else None


def text_of(path: Path) -> str:
    data = path.read_bytes()
    if path.suffix == '.gz':
        data = gzip.decompress(data)
    if path.suffix == '.bz2':
        data = bz2.decompress(data)
    return data.decode('utf-8', 'replace')


def read_html(text: str) -> Iterator[Section]:
    try:
        root = html.fromstring(text.encode())
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return
    yield from walk(root)


def read_xml(text: str) -> Iterator[Section]:
    parser = etree.XMLParser(recover=True, resolve_entities=False, load_dtd=False, no_network=True,
                             remove_comments=True, remove_pis=True)
    root = etree.fromstring(text.encode(), parser)
    if root is not None:
        yield from walk(root)


def walk(root) -> Iterator[Section]:
    """Sections of a parsed page. A paragraph that holds others gives way to them."""
    section = Section('')
    stack = [root]
    while stack:
        element = stack.pop()
        if not isinstance(element.tag, str):
            continue
        tag = name_of(element)
        if tag in SKIPPED:
            continue
        if tag in HEADINGS:
            if section.paragraphs:
                yield section
            section = Section(plain(element))
        elif tag in PARAGRAPHS and not any(holds_text(child) for child in element):
            section.paragraphs.append(plain(element))
        else:
            stack.extend(reversed(element))
    if section.paragraphs:
        yield section


def holds_text(element) -> bool:
    return isinstance(element.tag, str) and name_of(element) in BLOCKS


def name_of(element) -> str:
    return element.tag.rsplit('}')[-1].lower()


def plain(element) -> str:
    text = ''.join(part for part in element.itertext())
    return re.sub(r'\s+', ' ', text).strip().strip('¶#').strip()


def read_manual_page(text: str) -> Iterator[Section]:
    """Sections of a manual page, without its requests and escapes."""
    text = re.sub(r'\\f.|\\[&/,^|]|\\s[-+]?\d', '', text).replace('\\-', '-').replace('\\(aq', "'")
    section, paragraph = Section(''), []
    for line in [*text.splitlines(), '.SH END']:
        request = re.match(r"[.']\s*(\w+)\s*(.*)", line)
        if not request:
            paragraph.append(line)
        elif request[1] in INLINE:
            paragraph.append(request[2].replace('"', ''))
        else:
            section.paragraphs.append(' '.join(' '.join(paragraph).split()))
            paragraph = []
        if request and request[1] in {'SH', 'SS', 'Sh', 'Ss'}:
            yield section
            section = Section(request[2].strip('" ').capitalize())


def read_pod(text: str) -> Iterator[Section]:
    """Sections of Perl's documentation, whose list of frequent questions has one a heading."""
    text = re.sub(r'[A-Z]<+\s*(?:[^<>|]*\|)?([^<>]*?)\s*>+', r'\1', text)
    section = Section('')
    for block in re.split(r'\n\s*\n', text):
        if heading := re.match(r'=(?:head\d|item)\s+(.*)', block):
            yield section
            section = Section(heading[1])
        elif not block.startswith(('=', ' ', '\t')):
            section.paragraphs.append(' '.join(block.split()))
    yield section
