/**
 * What visitors say and what documents say for it in English: what people do with any thing or
 * program, from throwing away to writing down. Compiled by hand: words in the senses that general
 * dictionaries give first, and phrases as people write them to support.
 */
export const actions = `
get rid of, do away with > remove, delete, uninstall, turn off, disable, suppress
throw away, throw out, toss, ditch > remove, delete, uninstall, discard
take out, take away, strip out > remove, exclude, delete
clean up, clear out, tidy up > cleanup, purge, prune, delete
scrap, trash, put in bin > delete, discard
cross out, strike through, strike out, scratch out, line through text > strikethrough
cut out, crop out > crop, trim
leave out, skip over, miss out, jump over, pass over > exclude, omit, ignore, skip
opt out > unsubscribe, exempt, objection
put back, change back > undo, restore, revert, rollback
made a mistake > correct, undo
back out, call off, cooling off > cancel, withdraw
unsend, take back message, take back email, call back email > recall, retract, undo
redo, do again, try again, start over > retry, reset, repeat, restart
again and again, keeps happening, every single time > repeatedly, recurring, loop, intermittent
cover up, black out, blank out, white out > redact, mask, hide, censor
keep secret, keep private, nobody sees > private, privacy, hidden, visibility, confidential
seen by, visible to others > visibility, privacy, permission, access
make invisible, vanish > hide, hidden, visibility, invisible
show up, pop up, come up > appear, display, popup, visible
little window, small window, box that pops up, box appears, window pops up > popup, dialog, notification, prompt
reveal, uncover, unhide > show, display, unmask, visibility
shut up, be quiet, keep quiet, silence > mute, silent, disable
stop it from, keep from, make it stop > prevent, disable, block, avoid
keep out, lock out, shut out > block, restrict, exclude, deny
hold off, put off, push back > postpone, defer, reschedule
takes forever, takes ages, takes too long, taking so long, too slow, so slow, waiting forever > performance, slow, timeout, latency, duration
slow, laggy, sluggish > performance, speed, latency
stutters, choppy, jerky, lags, not smooth, skipping frames > framerate, performance, lag, latency, buffering
hurry up, rush, asap, right now > urgent, express, expedite, priority, immediately
slow down, go slower > throttle, limit
hand over, pass on > share, transfer, forward
give away, hand off, sign over > transfer, donate, assign, ownership
hand in, turn in > submit, submission
hand out, pass around > distribute, issue, share
pass along, send on > forward, relay, redirect
reroute, send elsewhere > redirect, forward, route
let someone in, give access, let in, give entry > grant, access, invite, permit
add someone, bring someone, get people in, bring in others, add people, add a colleague > invite, member
kick out, remove someone, boot out > remove, ban, expel, revoke
make another, one more like > duplicate, copy, clone
photocopy, xerox > copy, print, scan, copier
replicate > synchronization
copy over, bring over > migrate, transfer, import, copy
carry over, roll over, left over > carryover, rollover, unused, balance
move over, change over, port over, move to new server, change hosts, new machine, switch servers > migrate, transfer, import
join together, stick together > merge, join, combine, concatenate
take apart, pull apart, dismantle > disassemble
link up > connect, integrate
hook up, plug in, wire up > connect, attach, cable
unlink, untie, decouple > disconnect, detach, remove
break up, split up, cut up, chop > split, divide, separate, partition
split the bill, go halves, share the cost, pay half > split, divide, share
match up, line up, pair up > match, align, pair, map
straighten, pulls to one side, not straight > align
side by side, next to each other > columns, horizontal, split, tile
on top of another, stack up > stack, overlap, layer
arrange, order by > sort, order
alphabetize, a to z, abc order > sort, alphabetical, order
backwards, other way around > reverse, flip, invert, rotate
wrong order > sort, sequence, swapped
switch around, trade places > exchange, replace
put into groups, lump together, group together > group, category, combine
rearrange, move around, change the order > reorder, sort, drag
hit the key, push the button, hit the button > press, click, tap
hold down, keep pressing, long press > hold, press, long-press
mend, patch up, put right, sort out > repair, resolve, correct
broke, broken, busted, kaput, kaputt, conked out, on the blink > failure, repair, damage, fault, defect
messed up, screwed up, screwy, wonky, borked > corrupt, broken, incorrect, reset, repair
mess up, ruin, wreck > damage, corrupt, break
acting up, acts weird, playing up, glitchy > malfunction, fault, troubleshoot, bug, problem
act up, misbehave, go wrong > fail, error, malfunction, troubleshoot
won't work, wont work, doesn't work, doesnt work, don't work, dont work, not working, no longer works > troubleshoot, error, failure, problem, fix
works sometimes, hit and miss, flaky, patchy, comes and goes, unreliable > intermittent, unstable, reliability
wear out, worn out, wore out, falls apart > wear, replacement, lifetime
double check, make sure, look over > verify, check, confirm, ensure, validate
find out, figure out > determine, identify
know if, see if > check, verify, determine
try out, have a go, give it a try, test drive > trial, demo, test, preview, evaluate
look at, take a look, peek > view, preview, inspect, display
look up, search for, hunt for, google it, look for, google for > search, find, lookup, query
hunt down, track down > find, search, locate
look into, dig into > investigate, inspect, diagnose
proofread > review, spelling, grammar
keep an eye on, watch over, keep tabs on > monitor, track, watch
spy on, snoop, watching me, being watched, following me, watch what i do, spies on me > monitor, track, surveillance, privacy
keep track, keep a record > track, log, record, history
write down, jot down > note, record
spot, pick up on > detect, identify, recognize
tell apart, know the difference > distinguish, difference, identify, compare
count, tot up, tally > total, sum
add up, total up, sum up > sum, total, add, aggregate
do the math, do the sum, work out, reckon, figure out number > calculate, compute, formula
ballpark, more or less > estimate, approximate
halve, cut in half > half, split, divide
pick out, go for, opt for > select, choose, pick
check off, check mark, checkmark, cross off > checkbox, tick, select
untick, uncheck, unmark > deselect, checkbox, disable
make up my mind, which is better > compare, comparison, difference, recommend
filter out, narrow down, only show, show only, weed out, hide the rest > filter, exclude
bookmark, save for later, come back to > favorite, save, wishlist
is it ok, ok to, fine to, alright to, legal to > allowed, permitted, permission, prohibited
not allowed, against the rules, off limits > prohibited, forbidden, restricted, violation
break the rules, broke the rules, break the law > violation, breach, sanction, infringement
get in trouble, be punished > penalty, sanction, violation, disciplinary
is it necessary, really need > required, mandatory, prerequisite
deserve, have a right to > entitled, right
ask permission, get the ok, green light, sign off, go-ahead, thumbs up > approval, authorization
agree to, say yes, go along with > accept, consent, agree, agreement
disagree, argue, don't agree, dont agree > dispute, object
fight a decision, not fair, unfair > appeal, dispute, complaint, grievance
ask for, apply for, put in for > request, application
reach someone, reach you, get hold of, get in touch > contact, phone, email
speak to, talk to > contact, phone, call
call back, call me back, ring me back > callback, contact
let them know, let you know > notify, inform, notification
meaning, stand for > definition, glossary, abbreviation
take offline, take down, take it down > unpublish, takedown, remove, disable
take care of, look after > maintain, maintenance, care
have to wait, kept waiting > delay, queue, processing
wait in line, stand in line, wait ages, waiting line, how long wait > queue, waiting
gives up waiting, times out, took too long, waited too long, gave up waiting, no answer in time > timeout, expire, deadline
remember me, stay logged in, keep me signed in, not log in again > session, cookie, persistent
remind me, don't forget, dont forget, don't let me forget, dont let me forget, nudge > reminder, notification
can't remember, cant remember, slipped my mind > forget, recover, reset
prove, show proof > proof, evidence, verification, certificate
vouch for > guarantee, endorse, reference
put my name, sign digitally, electronic signature, esign > sign, signature
fill in, fill out, complete a form > form, complete, enter
type in, key in > enter, input
put in, stick in > insert, add, embed
comes with, what's included, whats included > included, contents, accessories
consist of, made of, made up of, made from, what is it made, is it leather > material, composition, ingredients, fabric
make my own, make your own, roll your own, write own, come up with > create, build, custom
kick off, fire up, boot up, fire off > start, launch, boot, run
first time, never used, brand new to this > beginner, introduction, tutorial
starting from, kicks in, take effect, comes into force > effective, apply
go off, goes off > alarm, alert, ring, trigger
set off > trigger, alarm
what happens if, what happens when > consequence, behavior, otherwise
wrap up, wind up, finish off > complete, finish, close
leave a group, leave a team, step down > leave, resign, withdraw, membership
go through, went through > succeed, confirm
didn't go through, didnt go through, not go through, didn't take, didnt take > declined, failed, rejected, pending
not done yet, still not finished, up in the air > pending, incomplete, processing, progress
how's it going, what stage > status, progress
keep going, carry on, go on, pick up where > continue, resume, proceed
take along, carry with > bring, carry, luggage, allowed
send back, give back, bring back, take back > return, refund, exchange
never got, didn't get, didnt get, hasn't come, hasnt come, never arrived, didn't arrive, didnt arrive, not here yet, still waiting > missing, delivery, lost, delay
arrive > delivery
spend > expense, cost, expenditure
teach > training, instruction, course
pick up skills > learn, training, course, tutorial
grow, growth, get bigger > increase, expand
fall down > drop
hire out > rental, lease
grab, pull down > fetch, download, retrieve
put somewhere, where to put, where does it go > location, directory, placement, position
put away, stash, keep for later, shelve > archive, store, storage
stay awake, keep awake, fall asleep, goes to sleep, don't sleep, dont sleep, stop from sleeping > sleep, standby, suspend, idle
by itself, without being asked, do automatically, without clicking, without me doing anything, hands free > automatic, automation, unattended
by hand, manual way > manual
in one go, in one shot, lots at once, many at once, many pictures at once > bulk, batch, multiple
one by one, one at a time, separately > individually, sequential, single, iterate
one after another, in a row > sequence, consecutive, sequential
at the same time, simultaneously, in parallel, side by side > concurrent, parallel, simultaneous
two at once, several people at once > concurrent, multiple, simultaneous, collaboration
walk through, step by step, show me how > tutorial, guide, instructions, steps
learn how, teach me > tutorial, training, guide, course
get it going, get it to work > run, start, execute
play around, fiddle, tweak, tinker, play with, fine-tune > adjust, configure, customize, tune
spruce up, jazz up, look nicer, pretty, nice looking, prettify > style, theme, appearance, format
change the look, looks different, redo the look > theme, appearance, style, customize
turn up, crank up, pump up, make louder > increase, volume, raise
turn down, bring down, make less > decrease, reduce, lower
go up, gone up, went up > increase, rise
go down > decrease, decline
shrink, squash, squeeze, make smaller > compress, resize, reduce, scale
make bigger, make larger, blow up, enlarge > resize, zoom, scale, upscale
zip up, pack up, squeeze down, pack together, make zip, make file smaller > compress, archive, zip
pull out, take from > extract, retrieve
won't let me, wont let me, doesn't let me, doesnt let me > denied, permission, unable
roll back, go back in time > rollback, revert, restore, history
roll out, bring out > deploy, release, rollout
carry out > perform, execute
set aside, put aside, hold for me > reserve, allocate
put in charge, hand the job to, give someone a task > assign, delegate, assignee, responsible
who is responsible, who takes care, who looks after, in charge of, person in charge, who's in charge, who decides, whose job > responsible, owner, manager, authority
stand in, fill in for, cover for, take my place > substitute, deputy, replacement, delegate
instead of, something else, another way > alternative, replace, substitute
get around, get round, work around, way round, way around, dodge > workaround, bypass, circumvent, avoid
fall back, plan b, if it fails, if that fails > fallback, failover, default
space out, further apart, gap, spread out, far apart, more space between > spacing, margin, padding
closer together, too much space > spacing, margin, padding, compact
fit in, squeeze in, does it fit > fit, size, dimensions, capacity
how much fits, how many fit > capacity, size, limit, volume
run out of, used up, none left, ran dry, exhausted > limit, quota, insufficient, exceeded
eat up, hog, guzzle > consume, consumption, usage
save money, cut costs, spend less > discount, savings, cost, cheaper
save time, quick way > shortcut, automate, efficient
come apart, come loose, fall off > loose, detach, repair
fasten, stick on > attach, mount
hang on wall, fix to wall > mount, bracket
tighten, screw in > screw, fasten
loosen, unscrew, undo screw > screw, remove
spin, twist, swivel > rotate, turn
on its side, wrong way up, lengthwise, crosswise, page sideways, turned on side, sideways, upside down, turned wrong, wrong way round > rotate, landscape, orientation, flip
tilt, slant, crooked > angle, rotate, alignment, skew
jump to, skip to > navigate, anchor, link
go back and forth, flip between, toggle > switch, alternate
leak, spill > leakage
warm > temperature, heat, thermal
cool down, keep cool > fan, temperature
explode, go bang > explosion, hazard
make noise, beep, squeak > noise, sound, vibration
write up, draw up, put in writing > document, draft, report, written
wrap, break lines, go to next line > line, newline, overflow
spill over, runs off, goes past the edge > overflow, wrap, clip, truncate
read out, read aloud, say out loud, read it out, read to me > speech, text-to-speech, tts, voice, narrator
hear, listen > audio, sound, volume
hijack, someone got into > compromised, hacked, security
hack, break in, break into, someone broke in, broken into > compromised, intrusion, breach, attack, security
trick, fool, rip off > scam, fraud, phishing, deceive
fake, made up > false, fraud, counterfeit
pose as > impersonate, spoof
`
