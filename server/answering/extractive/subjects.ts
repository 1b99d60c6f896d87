import type { Unit } from './passage-units.ts'
import { nearestHeading } from './read-units.ts'

/** Things that the heading above a sentence names: "This field …". */
const THING =
  /^(?:this|these) (?:fields?|options?|parameters?|commands?|functions?|dialog(?:ue)?s?|windows?|menus?|buttons?|tabs?|settings?|attributes?|propert(?:y|ies)|flags?|items?|entr(?:y|ies)|features?|tools?|utilit(?:y|ies)|programs?|scripts?|variables?|keywords?|directives?|columns?|keys?|methods?|macros?|plugins?|panels?|panes?|views?)(?!\p{L})/iu
/** A verb without a subject: "Removes the rope.", "Sets how …". */
const VERB =
  /^(?!(?:sometimes|besides|perhaps|always|unless|towards|regardless|across|thus|whereas|afterwards|nowadays|less|plus|minus|yes|has|was|does|its|this)\s)\p{Lu}\p{Ll}{2,}s (?:the|an?|whether|how)(?!\p{L})|^(?:adds|allows|changes|controls|creates|defines|deletes|determines|disables|displays|enables|indicates|inserts|lets|opens|removes|restores|returns|saves|selects|sets|shows|specifies|starts|stops|toggles|turns)(?! (?:are|can|do|have|may|must|should|were|will|in|of|on|for|from|with)(?!\p{L}))(?!\p{L})/iu
/** Headings that name a part of every page. */
const GENERAL =
  /^(?:about|background|description|details|examples?|general|introduction|name|notes?|options|overview|parameters|purpose|remarks?|summary|synopsis|syntax|usage)$/iu
/** The name of an option or a setting: "--force", "MaxSize", "max_size". */
const IDENTIFIER =
  /^(?:-{1,2}\w[\w-]*(?:, -{1,2}\w[\w-]*)*|\w*\p{Ll}\p{Lu}\w*|\w+_\w+)(?=$|[=[<({ ,:])/u
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’.,/&+-]{0,60}$/u

/**
 * The heading that a sentence needs in front of it, as Markdown, because it tells of what that
 * names without naming it; null where it does not (docs/behaviour.md#built-in-answers). `isFirst`:
 * nothing is above it in its section.
 */
export function subjectOf(unit: Unit, { isFirst }: { isFirst: boolean }): string | null {
  if (unit.kind !== 'sentence') return null
  const heading = nearestHeading(unit)
  const text = unit.text.toLowerCase()
  const [name] = IDENTIFIER.exec(heading) ?? []
  if (name) return isFirst && !text.includes(name.toLowerCase()) ? `\`${name}\`` : null
  if (!PLAIN.test(heading) || GENERAL.test(heading) || text.includes(heading.toLowerCase())) {
    return null
  }
  return VERB.test(unit.text) || THING.test(unit.text) ? `**${heading}**` : null
}
