/**
 * Forms of irregular verbs in English, which no stemmer leads back to the verb, and what documents
 * say for them. Compiled by hand.
 */
export const irregularForms = `
bought > buy, purchase
sold > sell, sale
sent > send, dispatch, delivery
paid > pay, payment
spent > spend, expense, spending
lost > lose, loss
kept > keep, retain, retention
held > hold, retain
brought > bring
caught > catch
threw, thrown > throw
froze > freeze
stole, stolen > steal, theft
spoke, spoken > speak
woke, woken > wake
wore > wear
tore, torn > tear
shook, shaken > shake
rode, ridden > ride
risen > rise
fought > fight
fell, fallen > fall, drop
flew, flown > fly, flight
drove, driven > drive, driver
bent > bend
built > build
burnt > burn
dealt > deal
drew, drawn > draw
grew, grown > grow, growth, increase
laid > lay
lent > lend, loan, borrow
learnt > learn, training
met > meet
misspelt > misspell
slept > sleep
spilt > spill
spelt > spell
spun > spin
struck > strike
sought > seek, search
taught > teach, training
understood > understand
withdrew, withdrawn > withdraw
ate, eaten > eat
bitten > bite
blew, blown > blow
began, begun > begin, start
chose, chosen > choose, choice, selection
drank > drink
forbade > forbid, prohibit
forgot, forgotten > forget, recover, reset
forgave, forgiven > forgive
hid, hidden > hide, invisible
ran > run
shrank, shrunk > shrink
shown > show, display
sang, sung > sing
swam > swim
overwrote, overwritten > overwrite
undid, undone > undo
redid, redone > redo
wrote, written > write
broke, broken > break, repair
swept > sweep
`
