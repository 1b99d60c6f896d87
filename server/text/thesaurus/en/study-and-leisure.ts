/**
 * What visitors say and what documents say for it in English: learning, clubs, libraries, books
 * and games. Compiled by hand: words in the senses that general dictionaries give first, and
 * phrases as people write them to support.
 */
export const studyAndLeisure = `
game pad not working, buttons do nothing > controller, mapping, gamepad, input
play together, with friends, against a friend, two players > multiplayer, coop, online
alone against computer > singleplayer, single-player, ai
computer opponent, opponent too strong, beats me always > difficulty, engine, level, ai
how hard, too hard, too easy, harder level > difficulty, level
savegame, saved game, my progress, lost progress > save, progress
god mode > cheat, console, command
game mods, extra maps, add-ons for game > mod, addon, pack
host a game, own game server, friends can't join, friends cant join > server, port, forwarding, dedicated
high score, best score, ranking > leaderboard, score, highscore
emulator, old console games, nintendo, playstation games > rom, core
windows game on linux, play windows games > wine, proton, compatibility
game is slow, runs badly, low frames > graphics, fps, performance, settings
chess moves, play chess > engine, notation
e reader, book reader, kindle, kobo > ereader, e-reader, ebook, device
put book on kindle, send to reader, get book on device > transfer, send, device, convert
book list, my books, bookshelf > library, catalog, collection
book won't open, book wont open, bought book locked, copy protection > drm, protected, authorization
who wrote it, written by > author
book title wrong, fix author, book info > metadata, edit
book series, volumes in order > series, metadata
turn the page, flip pages, next page in book > swipe, navigation
where i stopped, continue reading, last page read > bookmark, position, progress
read at night > dark, theme
school marks, give marks > grade
class test, exam paper > exam, quiz, test
vocab, learn words, learn vocabulary, flash cards > flashcard, deck, vocabulary
learn by heart, cram, swot, repeat learning > spaced, repetition, review, memorize
too many cards, too many reviews, cards pile up > limit, review, daily, backlog
course list, list of lessons > curriculum, syllabus, course
copied from internet, copied work > plagiarism, similarity
periodic table, chemical elements > chemistry, element
geometry, draw triangle, angles > construction, angle
stars in sky, night sky, star chart > astronomy, constellation, planetarium
x and y, solve for x > equation, solve, variable
antiderivative, area under curve > integral
graph a function, draw a function, plot a curve > plot, graph, function
spread of values, how spread out, scatter > deviation, variance, distribution
significance, p value > test, hypothesis
missing values, blank values, holes in table > missing, nan, null, na
write maths, math symbols, type formulas > equation, formula, latex, mathml
reading list, collect papers, manage sources > bibliography, reference, library, citation
apa, mla, chicago style, harvard > citation, style, bibliography
show cancelled, concert off, called off, event off > cancellation, postponement, refund, event
gig > concert, performance, event
rsvp, say i'm coming, sign me up, put my name down > registration, register, attend, confirm
full up, no places left, no room left, fully booked, all taken > waitlist, waiting, capacity, available
how many people fit, room for, seats how many > capacity, maximum, seating
take pictures, film in, selfie, take photos > photography, filming, recording, photo
bring my own food, own drinks, picnic > food, beverage, catering, outside
coat, jacket, leave my bag > cloakroom, wardrobe, locker
loo, wc, where to pee, ladies room > toilet, restroom
help out, lend a hand, pitch in > volunteer
give money, chip in, make a gift > donation, contribution
where money goes, how is money spent > donation, expenditure, annual, report
raise money, sponsored run, whip-round > fundraising, donation
put in my will, remember you in will > legacy, bequest
become a member, get into the club > membership, join, application, member
leave the club, quit the club, stop being a member > resignation, membership, cancellation, termination
club fee, yearly fee > membership, dues, subscription
thrown out, banned from, chucked out, expelled > exclusion, expulsion, expel, ban
work out, pump iron, get fit > training, fitness, workout, exercise
play for fun, never played, no experience > beginner, introductory, novice, course
sports gear, jersey > equipment, kit, uniform
get into uni, accepted at university, get a place > admission, apply, enrolment, application
drop out, leave university, quit my studies > withdrawal, exmatriculation, deregistration
drop a class, change course, switch subject > withdraw, transfer, change
gap year, semester off, take a year out > leave, absence, interruption, deferral
flunk, fail exam, didn't pass, didnt pass > fail, resit, retake, repeat
do exam again, try again exam, second chance > resit, retake, attempt
ill on exam day, miss an exam, sick during exam > absence, medical, certificate, resit, withdrawal
hand in late, need more time, late homework > extension, deadline
copy off, cheat > plagiarism, cheating, misconduct, academic
chatgpt, ai written, let ai write > plagiarism, artificial, intelligence, generative
marks wrong, unfair grade, see my exam, unhappy with grade > appeal, review, inspection, regrade
passing grade, enough points, pass mark > pass, minimum, grade, threshold
report card, school report > transcript, certificate, grade
credits from another, count my old courses, previous studies > recognition, transfer, credit, accreditation
foreign diploma, degree from abroad > recognition, equivalence, qualification
money for studying, help with fees, student loan > scholarship, grant, bursary, loan
skip class, play truant, not going to class > attendance, absence, truancy
have to go, must i come > attendance, mandatory, compulsory
halls, dorm, student room > accommodation, residence, dormitory
child minding, babysitter, someone to watch kids, nanny > childcare, daycare, supervision
pick up from school, collect my child, fetch my kid > collection, pickup, authorised, guardian
take out a book, borrow books, take home > borrow, loan, lending
keep a book longer, keep longer, more time with book > renew, extend, loan
brought back late, late book, forgot to bring back > overdue, fine, late, fee
library card, reader's card > membership, library
book not there, order a book, hold a book > reserve, interlibrary, request
e-book > digital, reader
study room, quiet place, somewhere to study > study, reading, workspace, room
`
