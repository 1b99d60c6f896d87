"""Debian packages: fetched in the version that packages.tsv names, checked, and unpacked."""

import hashlib
import subprocess
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).parent.parent / 'packages.tsv'

# English texts lie here; programs and most translations stay in the package.
KEPT = [
    './usr/share/doc/*', './usr/share/help/C/*', './usr/share/help/en*', './usr/share/man/man*',
    './usr/share/gnome/help/*/C/*', './usr/share/libreoffice/help*', './usr/share/perl/*/pod/*',
    './usr/share/dictd/*', './usr/share/wordnet/*', './usr/share/*/help/en*', './usr/share/*/doc/*',
]


@dataclass(frozen=True)
class Package:
    """A package, the group that its texts are drawn with, and how many of its files are read."""

    name: str
    version: str
    sha256: str
    group: str

    @property
    def files(self) -> int:
        return 400 if self.group == 'guides' else 100


def listed(path: Path = LIST) -> list[Package]:
    lines = path.read_text().splitlines()
    return [Package(*line.split('\t')) for line in lines if line and not line.startswith('#')]


def fetch(folder: Path, packages: list[Package]) -> Path:
    """Unpacks the packages below the folder that is returned, each in one named after it.

    Raises ValueError for a package whose bytes are not those that the list was made with.
    """
    debs = folder / 'debs'
    debs.mkdir(parents=True, exist_ok=True)
    wanted = [f'{p.name}={p.version}' for p in packages if not deb(debs, p.name)]
    for start in range(0, len(wanted), 40):
        subprocess.run(['apt-get', 'download', '-q', *wanted[start:start + 40]], cwd=debs,
                       check=True, stdout=subprocess.DEVNULL)
    for package in packages:
        unpack(deb(debs, package.name), folder / 'unpacked' / package.name, package.sha256)
    return folder / 'unpacked'


def deb(debs: Path, name: str) -> Path | None:
    return next(debs.glob(f'{name}_*.deb'), None)


def unpack(file: Path, target: Path, sha256: str) -> None:
    if hashlib.sha256(file.read_bytes()).hexdigest() != sha256:
        raise ValueError(f'{file.name} is not the file that packages.tsv names')
    if target.exists():
        return
    target.mkdir(parents=True)
    archive = subprocess.Popen(['dpkg-deb', '--fsys-tarfile', file], stdout=subprocess.PIPE)
    # tar complains of each pattern that matches nothing, which is the ordinary case.
    subprocess.run(['tar', '-x', '-C', target, '--no-same-owner', '--wildcards', *KEPT],
                   stdin=archive.stdout, stderr=subprocess.DEVNULL, check=False)
    archive.wait()
