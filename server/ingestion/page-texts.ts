import { lettersOf } from '../text/letters.ts'
import { textDigest, withoutBlanks } from './repeated-text.ts'

/** Elements whose borders end a text; all others are part of a line. */
export const BLOCKS = new Set(
  'html body main article section div header footer nav aside figure figcaption details summary center address fieldset form dl dt dd hgroup p ul ol li table caption thead tbody tfoot tr th td pre blockquote h1 h2 h3 h4 h5 h6 hr br button select option'.split(
    ' ',
  ),
)
/** Elements without text for readers. */
const TEXTLESS = new Set(
  'script style noscript template iframe object embed svg canvas audio video head title textarea'.split(
    ' ',
  ),
)
/** Elements of which one part is nothing without the others. */
const GROUPS = new Set(['table', 'ul', 'ol', 'dl'])
const MOST_GROUPS = 8
const HEADING = /^h[1-6]$/
/** Elements whose ids name what they say, and no place. */
const OWN_ID = /^(?:html|body|section|article|h[1-6]|li|dt|dd|tr|td|th)$/
/** Of the classes or the id of an element. */
const NAME_CHARS = 100

/** A text between the borders of blocks. */
export interface PageText<Node> {
  text: string
  /** Its parts: texts, and images with their descriptions. */
  nodes: Node[]
  /**
   * Where it stands, none where no element around it has a name: a digest of the names of all of
   * them, and one of the nearest name, which stands in several parts of a page.
   */
  places: number[]
  /** Lists and tables around it, from the outermost on. */
  groups: Node[]
  /** The outermost of them, or else the element around the one that holds the text. */
  container: unknown
  isHeading: boolean
  /** All of it leads to other pages. */
  isLinks: boolean
  /** Links in it, to places of the page as well. */
  links: number
  /** What is in no link. */
  unlinked: string
}

interface Block<Node> {
  name: string
  id: string
  /** Digest of the names of the elements down to it. */
  place: number
  /** The same, without its id. */
  classPlace: number
  /** The last of these names. */
  nearest: string
  groups: Node[]
  container: unknown
}

type Attributes = Record<string, string>

/**
 * Divides a page into texts, from the tags and texts that it is told in their order: those of a
 * stream or of a tree. Both find the same places.
 */
export function createTextReader<Node>(found: (text: PageText<Node>) => void) {
  const page: Block<Node> = {
    name: '',
    id: '',
    place: 0,
    classPlace: 0,
    nearest: '',
    groups: [],
    container: null,
  }
  const open: Block<Node>[] = [page]
  /** Of open links, whether each leads to another page; null for an anchor. */
  const openLinks: (boolean | null)[] = []
  let textless = 0
  let headings = 0
  let nodes: Node[] = []
  let text = ''
  let unlinked = ''
  let away = 0
  let links = 0

  function flush(): void {
    const block = open.at(-1) ?? page
    const whole = withoutBlanks(text)
    if (whole !== '') {
      const { groups } = block
      const container = groups[0] ?? block.container
      const isHeading = headings > 0
      const isLinks = away >= whole.length
      const places = placesOf(block)
      found({
        text: whole,
        nodes,
        places,
        groups,
        container,
        isHeading,
        isLinks,
        links,
        unlinked,
      })
    }
    nodes = []
    text = ''
    unlinked = ''
    away = 0
    links = 0
  }

  function enter(name: string, attributes: Attributes, node: Node): void {
    const around = open.at(-1) ?? page
    const classes = named(attributes.class)
    const id = classes !== '' || OWN_ID.test(name) ? '' : named(attributes.id)
    const isNamed = classes !== '' && name !== 'body'
    const classPlace = isNamed ? textDigest(`${around.place} ${name}.${classes}`) : around.place
    const place = id === '' ? classPlace : textDigest(`${classPlace} #${id}`)
    const nearest = isNamed ? `${name}.${classes}` : id === '' ? around.nearest : `#${id}`
    const isGroup = GROUPS.has(name) && around.groups.length < MOST_GROUPS
    const groups = isGroup ? [...around.groups, node] : around.groups
    open.push({ name, id, place, classPlace, nearest, groups, container: around })
  }

  /** A section that is named after its heading is no place of its own. */
  function unname(heading: string): void {
    const around = open.at(-1) ?? page
    if (around.id !== '' && lettersOf(around.id) === lettersOf(heading)) {
      around.place = around.classPlace
    }
  }

  return {
    open(name: string, attributes: Attributes, node: Node): void {
      if (TEXTLESS.has(name)) textless += 1
      if (name === 'a') {
        const { href } = attributes
        openLinks.push(href === undefined ? null : !href.startsWith('#'))
        if (href !== undefined) links += 1
      }
      if (!BLOCKS.has(name)) return
      flush()
      if (HEADING.test(name)) headings += 1
      enter(name, attributes, node)
    },

    text(data: string, node: Node): void {
      if (textless > 0) return
      const link = openLinks.at(-1) ?? null
      nodes.push(node)
      text += data
      if (link) away += data.length
      if (link === null) unlinked += data
      else links = Math.max(links, 1)
    },

    close(name: string): void {
      if (TEXTLESS.has(name)) textless = Math.max(0, textless - 1)
      if (name === 'a') openLinks.pop()
      if (!BLOCKS.has(name) || open.length === 1) return
      const said = text
      flush()
      open.pop()
      if (!HEADING.test(name)) return
      headings = Math.max(0, headings - 1)
      unname(said)
    },

    end: flush,
  }
}

function placesOf({ place, nearest, name }: Block<unknown>): number[] {
  return place === 0 ? [] : [textDigest(`${place} ${name}`), textDigest(`${nearest} ${name}`)]
}

/** Digits tell pages apart, not places. */
function named(names = ''): string {
  return withoutBlanks(names.slice(0, NAME_CHARS)).replace(/\d+/g, '0')
}
