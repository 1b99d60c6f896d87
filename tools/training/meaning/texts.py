"""Texts to learn from: what a visitor might type, and what a passage says."""

import gzip
import hashlib
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .packages import Package
from .pages import Section, sections

# Words that English prose is made of; a text that has few of them is code, a list or not English.
COMMON = set(
    'the a an of to in is are and or for with on by as at be it this that from you your can if not '
    'when how do does what which will has have may use used all no there their one other'.split())
SENTENCE_END = re.compile(r'(?<=[.!?])\s+(?=[A-Z"“(])')
NUMBERING = re.compile(r'^[\dA-Z]?[\d.]+\s+|^(chapter|appendix|section|step)\s+\w+[.:]\s*', re.I)


# Texts with their package, by group of packages and kind of text.
Found = dict[tuple[str, str], dict[str, str]]


@dataclass(frozen=True)
class Lot:
    """How many texts of a kind are taken from a group of packages, and which."""

    group: str
    kind: str
    most: int
    of_one_package: int = 10**9
    shorter_than: int = 10**9
    known_words: bool = False


def is_prose(text: str) -> bool:
    words = re.findall(r"[A-Za-z']+", text)
    letters = sum(c.isascii() and (c.isalpha() or c == ' ') for c in text)
    return (5 <= len(words) <= 80 and letters > 0.85 * len(text)
            and sum(word.lower() in COMMON for word in words) >= 0.15 * len(words))


def is_heading(text: str) -> bool:
    words = text.split()
    return (1 < len(words) <= 14 and len(text) < 90
            and sum(c.isascii() and (c.isalpha() or c in " ?',-") for c in text) > 0.9 * len(text))


def sentences(paragraph: str) -> list[str]:
    return [s for s in SENTENCE_END.split(paragraph) if is_prose(s)]


def windows(section: Section, heading: str) -> Iterator[str]:
    """Every second run of two sentences, under the heading, as the product scores passages."""
    said = [s for paragraph in section.paragraphs for s in sentences(paragraph)]
    for start in range(0, len(said), 2):
        yield '\n'.join(filter(None, [heading, ' '.join(said[start:start + 2])]))


def asked(heading: str, verbs: dict[str, str], rng: random.Random) -> str:
    """A heading as somebody who looks for help might put it."""
    first, _, rest = heading.rstrip('.:').partition(' ')
    rest = rest[:1].lower() + rest[1:] if rest[1:2].islower() else rest
    verb = verbs.get(first.lower())
    if heading.endswith('?') or not verb or not rest:
        return heading
    openings = ['how do I {}?', 'how can I {}', 'how to {}', 'I want to {}',
                'is there a way to {}?', 'cannot {}', '{}', 'where can I {}?',
                "why can't I {}?", 'I am trying to {}']
    return rng.choice(openings).format(f'{verb} {rest}')


def verb_forms(wordnet: Path) -> dict[str, str]:
    """WordNet's verbs by themselves and by their -ing form, as headings begin with."""
    forms = {}
    for line in (wordnet / 'index.verb').read_text().splitlines():
        verb = line.split(' ')[0]
        if verb.isalpha():
            stem = verb[:-1] if verb.endswith('e') and not verb.endswith('ee') else verb
            forms.update({verb: verb, f'{stem}ing': verb, f'{stem}{stem[-1]}ing': verb})
    return forms


def documentation(folder: Path, most_files: int, verbs, rng) -> Iterator[tuple[str, str]]:
    for section in sections(folder, most_files):
        heading = NUMBERING.sub('', section.heading).strip()
        heading = heading if is_heading(heading) else ''
        if heading:
            yield 'heading', asked(heading, verbs, rng)
        for window in windows(section, heading):
            yield 'window', window
        for paragraph in section.paragraphs:
            if said := sentences(paragraph):
                yield 'sentence', rng.choice(said)


def wordnet(folder: Path) -> Iterator[tuple[str, str]]:
    """Words with what they mean, the meaning alone, and the sentences that show their use."""
    for path in sorted(folder.glob('data.*')):
        for line in path.read_text().splitlines():
            if ' | ' not in line:
                continue
            data, gloss = line.split(' | ', 1)
            fields = data.split()
            words = [fields[4 + 2 * i].replace('_', ' ') for i in range(int(fields[3], 16))]
            meaning, *examples = [part.strip(' ;"') for part in gloss.split('; "')]
            yield 'gloss', f'{", ".join(words)}: {meaning}'
            yield 'meaning', meaning
            yield 'words', ' '.join(words)
            for example in examples:
                yield 'example', example


def dictionary(path: Path) -> Iterator[tuple[str, str]]:
    """Definitions of a dict server's dictionary, under their headwords."""
    text = gzip.decompress(path.read_bytes()).decode('utf-8', 'replace')
    for entry in re.split(r'\n(?=\S)', text):
        head, _, body = entry.partition('\n')
        body = re.sub(r'\[1913 Webster[^\]]*\]|\(\d{4}-\d\d-\d\d\)|<[^>]*>|[{}]', ' ', body)
        said = sentences(' '.join(body.split()))
        if said and len(head) < 60:
            word = head.split('\\')[0].strip()
            yield 'definition', f'{word}: {" ".join(said[:2])}'


def all_texts(unpacked: Path, packages: list[Package], seed: int) -> Found:
    """Every text of the packages once, with its package, by group and kind."""
    verbs = verb_forms(unpacked / 'wordnet-base/usr/share/wordnet')
    found: Found = {}
    for package in packages:
        rng = random.Random(f'{seed}{package.name}')
        for kind, text in texts_of(unpacked / package.name, package.files, verbs, rng):
            found.setdefault((package.group, kind), {})[text] = package.name
    return found


def chosen(found: Found, plan: list[Lot], seed: int, known: set[str]) -> list[str]:
    """Texts in the order of the plan, of each of its lots at most as many as it says, each once.

    `known` are the teacher's word pieces: of WordNet's entries, those of words among them.
    """
    texts: dict[str, None] = {}
    for lot in plan:
        fitting = {text: package for text, package in found.get((lot.group, lot.kind), {}).items()
                   if fits(text, lot, known)}
        even = evened(fitting, lot.of_one_package, seed)
        texts.update(dict.fromkeys(drawn(even, lot.most, seed)))
    return list(texts)


def texts_of(folder: Path, most_files: int, verbs, rng) -> Iterator[tuple[str, str]]:
    yield from documentation(folder, most_files, verbs, rng)
    for path in sorted(folder.glob('usr/share/dictd/*.dict.dz')):
        yield from dictionary(path)
    if folder.name == 'wordnet-base':
        yield from wordnet(folder / 'usr/share/wordnet')


def evened(texts: dict[str, str], most: int, seed: int) -> list[str]:
    """At most so many texts of one package, so that no long manual outweighs the others."""
    by_package: dict[str, list[str]] = {}
    for text, package in texts.items():
        by_package.setdefault(package, []).append(text)
    return [text for own in by_package.values() for text in drawn(own, most, seed)]


def fits(text: str, lot: Lot, known: set[str]) -> bool:
    words = [word.strip() for word in text.split(':')[0].split(',')]
    return len(text) < lot.shorter_than and (
        not lot.known_words or any(word in known and len(word) > 2 for word in words))


def drawn(texts: list[str], most: int, seed: int) -> list[str]:
    """So many of the texts at random, and mostly the same of them when others are added."""
    return sorted(texts, key=lambda text: hashlib.sha256(f'{seed}{text}'.encode()).digest())[:most]
