/** Ways of writing pages, each with what stands in a page that is written so. */
const DIALECTS: [name: string, files: RegExp, sign: RegExp][] = [
  ['front matter', /\.mdx?$/, /^---\r?\n[^]{0,2000}?\n---/],
  ['MDX components', /\.mdx?$/, /^<[A-Z]\w*(?:[\s/>])|^import\s.+\sfrom\s/m],
  ['container :::', /\.mdx?$/, /^:{3,}\s?\[?\w/m],
  ['admonition !!!', /\.md$/, /^(?:!!!|\?\?\?\+?) \w/m],
  ['tabs ===', /\.md$/, /^===!? "/m],
  ['alert [!NOTE]', /\.mdx?$/, /^> \[!\w+\]/m],
  ['Liquid {% %}', /\.(?:md|markdown|html)$/, /\{%-?\s*\w+/],
  ['template {{ }}', /\.mdx?$/, /\{\{[^{}]{1,200}\}\}/],
  ['Hugo shortcode', /\.md$/, /\{\{[<%]/],
  ['attribute list', /\.mdx?$/, /\{:[^{}\n]{1,200}\}|\{\s*[.#][\w-]+[^{}\n]{0,200}\}/],
  ['definition list', /\.mdx?$/, /^\S[^\n]*\n\n?:\s+\S/m],
  ['footnote', /\.mdx?$/, /^\[\^[^\]\n]+\]:/m],
  ['HTML table', /\.mdx?$/, /^\s*<table/m],
  ['details', /\.mdx?$/, /^\s*<details/m],
  ['snippet', /\.(?:mdx?|adoc)$/, /^(?:--8<--|include::|<<< )|\{%\s*include/m],
  ['AsciiDoc', /\.(?:adoc|asciidoc)$/, /^/],
  ['reStructuredText', /\.rst$/, /^/],
  ['Sphinx', /\.html?$/, /class="(?:sphinxsidebar|rst-content|toctree-wrapper|headerlink)"/],
  ['DocBook', /\.html?$/, /DocBook (?:XSL|V\d)|class="titlepage"/],
  ['Texinfo', /\.html?$/, /texi2html|makeinfo|GNU Texinfo/],
  ['MkDocs', /\.html?$/, /mkdocs/i],
  ['Asciidoctor', /\.html?$/, /Asciidoctor|class="sectionbody"/],
  ['Docusaurus', /\.html?$/, /docusaurus/i],
  ['mdBook', /\.html?$/, /mdbook/i],
  ['DITA', /\.html?$/, /DITA|DC\.format|class="[^"]*\btaskbody\b/],
]

/** Names of the ways in which a page is written. */
export function dialectsOf(path: string, source: string): string[] {
  return DIALECTS.filter(([, files, sign]) => files.test(path) && sign.test(source)).map(
    ([name]) => name,
  )
}
