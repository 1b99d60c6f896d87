/**
 * What visitors say and what documents say for it in English: documents, tables, slides, notes and
 * calendars. Compiled by hand: words in the senses that general dictionaries give first, and
 * phrases as people write them to support.
 */
export const office = `
typo, misspelled, spelled wrong, red squiggles, red underline, wavy line > spelling, spellcheck, dictionary, misspelling
grammar mistakes, bad grammar > proofing
slanted, leaning letters, tilted letters > italic, oblique
fancy letters, nice letters, pretty lettering > font, typeface, wordart
font looks different, letters look different, fonts changed > font, substitution, embed, replacement
small caps, little capitals > smallcaps, caps, capitals
tiny number above, little number on top, raised letters, to the power of > superscript, exponent
little number below, tiny letters below > subscript
degree sign, copyright sign, euro sign, special sign > symbol, character, insert
smiley, smilies > emoji, emoticon
curly quotes, smart quotes, straight quotes > quotation, autocorrect, typographic
writeup, essay, term paper > document
space between lines, line gap, lines too close, double spaced > spacing, leading, line
space between letters, letters too close, letters apart > kerning, tracking, spacing
paragraph start further in, move paragraph in, push in > indent
white edge, white border around, blank edge, edge of the page > margin, padding
too close to edge, too near the edge > margin, padding, bleed
straight on both sides, even edges, line up both sides > justify, alignment
not lined up, uneven > align, snap
bullet points, dot list, dots before lines > bullet, list, unordered
dashes in list, numbering wrong, starts at 1 again, restart numbers > numbering, list, restart
new page, begin on fresh page > break
word split, hyphens at line end > hyphenation
text around picture, flow around, words around image > wrap, anchor
picture jumps, image moves around, picture keeps moving > anchor, wrap, position
picture behind writing, text over picture > wrap, background, behind, overlay
top of every page, on every page, text at the top > header, heading
bottom of every page, bottom of page, text at the bottom > footer, footnote
number the pages, page number, page count > numbering, footer, field
note at bottom, little notes, small print below > footnote, endnote
list of sources, quote a book, cite > citation, bibliography, reference
list of chapters, overview of chapters, chapter list > contents, toc
list of words, keyword list at end > index, glossary
text under picture, words under picture, picture text > caption, label
first page, front page, title page > cover, title
two columns, side by side text, like a newspaper > column, layout
upright, standing page, standing up > portrait, orientation, vertical
page size, letter size > paper, format, a4, letter
looks different on paper, before i print, see before printing > preview, print
print in grey, save ink, use less ink, no color print, without color > grayscale, draft, monochrome, quality
address labels, stickers, envelopes > label, envelope, merge
letters to many people, serial letter, form letter, same letter many people > mail, merge
stationery, ready made, pattern for letters > template
same look, same formatting, look the same everywhere > style, template, formatting
copy the look, copy formatting, paint formatting > formatting, paintbrush, clone, style
remove formatting, plain text, without formatting > unformatted, plain, clear, paste
background color, color behind, shaded, marker color > background, highlight, shading, fill
highlighter, textmarker, yellow marker > highlight
draft stamp > watermark
shows through, faint text behind, confidential behind text > watermark, background
funny symbols, backwards p, paragraph marks, pilcrow > formatting, marks, nonprinting
what was changed, who changed, see edits, red text, colored edits > track, changes, revision, redline
take over changes, agree to edits, say yes to change > accept, changes, track
say no to change, throw out edit > reject, changes, track
write in margin, notes in margin, scribble on, note in code, write notes > comment, annotate
sticky note, post it, postit > note, comment, annotation
work on it together, at the same time, several people editing, edit together > collaborate, coauthoring, share
can't edit, cant edit, cannot type, won't let me type, wont let me type > read-only, protected, locked
locked by someone, opened by another, in use by > lock, read-only
how many words, word limit, letters count > word, count, statistics
form to fill, blanks to fill, type into form > form, field, fillable
clickable, click to go > hyperlink, link, bookmark, anchor
fit on one page, make fit, too wide, runs off page > scale, fit, shrink, resize
pdf too big, shrink pdf, make pdf smaller > compress, quality
put pdfs together, glue together, join files > merge, combine, concatenate
take pdf apart, pull pages out, single pages from > split, extract
hand writing, handwritten, my scrawl > handwriting, stylus, ink
scan crooked, skewed, scan not straight > deskew, straighten, rotate
spread sheet, numbers sheet, calc sheet > spreadsheet, worksheet
little box, boxes in table, square in table > cell
sideways line of cells, line in table > row
lines in table, lines between cells, table lines > border, gridlines
title row stays, keep top row, always see headings > freeze, sticky, header
repeat headings, headings on each page, header on every page > repeat, header, row, print
maths, arithmetic > mathematics, equation, calculation
multiplied by, times symbol > multiply, multiplication, product
divided by > division
squared, cubed > sqrt, power, root, exponent
too many decimals, digits after point > round, decimal, precision
hash signs > column, width
zeros disappear, leading zero, zero in front, loses the zero > leading, text, format
turns into date, becomes a date, date wrong > format, text
color depending on value, turn red if, red when > conditional, formatting
look up value, find matching value, match from other table > lookup, vlookup, match
dollar sign in formula, keep the cell fixed, formula shifts > absolute, reference, relative
drag down, pull down formula, fill down, copy down > autofill, fill, series
numbers do not update, not recalculating, old result stays > recalculate, autocalculate, calculation
biggest first, reverse order > descending, sort, order
stop wrong entries, only allow numbers, limit entries > validation
summary table, crosstab, group and count > pivot
split first name off, pull apart column, separate column > split, delimiter, columns
comma separated, semicolon file, text table > csv, delimiter, separator
everything in one column, all in one cell > delimiter, separator, import, csv
join cells, cells together, big cell > merge
swap rows and columns, flip table, turn table around > transpose
text cut in cell, text in two lines, second line in cell > wrap, overflow
cake diagram > chart
bar graph, column graph > bar, histogram, chart
trend line, line through points, fit a line, best fit > trendline, regression, fit
numbers beside graph, line under the graph > axis, scale, label
powerpoint show, slide show, talk with slides > presentation, slideshow, slides
text flies in, appear one by one, make it fly in > animation, effect, entrance
effect between slides, change between slides, crossfade slides > transition
my notes while presenting, see my notes, what to say > presenter, notes, speaker
beamer, projector, big screen > display, presentation
go by itself, slides change alone, runs by itself > automatic, loop, autoplay
same on all slides, logo on every slide > master, template, layout
agenda, diary, planner > calendar, schedule
date with someone, meet up > appointment, event, invitation
who is coming, who takes part > attendee, participant, invitation
every week, every monday, each month, comes back every > recurring, repeat, recurrence
one of the series, only this time, skip once > exception, occurrence, recurring
whole day, entire day > all-day
clock change, summertime, winter time, summer time > daylight, timezone, dst
week starts sunday, first day of week, monday first > week, locale, start
week number, which week > number
see coworkers calendar, show others my dates, family calendar > share, calendar
am i free, free time, when is everyone free > availability, busy
calendar on phone, same on both devices, contacts on phone > sync, synchronize, caldav, carddav
address book, phone book > contact, carddav, vcard
todo list, things to do, shopping list, to do list > task, todo, checklist
tick off > complete, check
note inside note, link between notes > link, backlink, wikilink
hashtags, labels on notes, categorize notes > tag, label, category
save a webpage, web clipping, keep an article > clipper, clip, archive
notes disappeared, notes gone, lost my notes > sync, restore, trash, conflict
two versions of same, conflicted copy, twice after sync > conflict, sync
forgot master password, main password > master, recovery
`
