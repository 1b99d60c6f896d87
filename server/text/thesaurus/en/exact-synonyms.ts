/**
 * Words of English that mean the same wherever they stand: spellings, abbreviations, British and
 * American names, verbs and their nouns. Compiled by hand, in the senses that general dictionaries
 * give first.
 */
export const exactSynonyms = `
grey, gray
greyscale, grayscale, monochrome
favourite, favorite
favour, favor
flavour, flavor
honour, honor
labour, labor
neighbour, neighbor
behaviour, behavior
odour, odor
harbour, harbor
humour, humor
rumour, rumor
organise, organize
recognise, recognize
recognition, recognise
customise, customize
personalise, personalize
synchronise, synchronize
optimise, optimize
initialise, initialize
analyse, analyze
authorise, authorize
unauthorised, unauthorized
maximise, maximize
minimise, minimize
virtualisation, virtualization
localisation, localization, l10n
internationalisation, internationalization, i18n
categorise, categorize
digitise, digitize
summarise, summarize
itemised, itemized
notarise, notarize
naturalise, naturalize
immunisation, immunization
anonymise, anonymize
pseudonymise, pseudonymize
serialise, serialize
sanitise, sanitize
normalise, normalize
visualise, visualize
capitalise, capitalize
apologise, apologize
prioritise, prioritize
utilisation, utilization
centre, center
theatre, theater
metre, meter
litre, liter
fibre, fiber
catalogue, catalog
dialogue, dialog
programme, program
licence, license
defence, defense
offence, offense
tyre, tire
mould, mold
jewellery, jewelry
judgement, judgment
aeroplane, airplane, aircraft
grown-up, adult
disc, disk
e-mail, email
e-book, ebook
e-bike, ebike, pedelec
autosave, auto-save
autofill, auto-fill
autorun, autostart
anti-virus, antivirus
popup, pop-up
dropdown, drop-down
checkbox, tickbox
textbox, textfield
readonly, read-only
realtime, real-time
fullscreen, full-screen
lookup, look-up
hotkey, keybinding
keymap, keyboard layout
filename, file name
logfile, log
hostname, host name
subdomain, sub-domain
nameserver, name server
homepage, home page
timezone, time zone
timeout, time-out
healthcheck, health check
stacktrace, stack trace, traceback, backtrace
changelog, release notes
spellcheck, spell checker, spellchecker
screenshot, screencap
taskbar, task bar
subfolder, subdirectory
titlebar, title bar
whitelist, allowlist, safelist
blacklist, blocklist, denylist
greylisting, graylisting
passphrase, pass phrase
plaintext, cleartext
os, operating system
vm, virtual machine
ui, gui, user interface
cli, command line
macos, osx, os x
distro, distribution
regex, regexp, regular expression
ssd, solid-state
gb, gigabyte
mb, megabyte
tb, terabyte
kb, kilobyte
wifi, wi-fi, wlan
mic, microphone
tv, telly, television
gpu, graphics card, video card
hdd, hard disk, hard drive
motherboard, mainboard
touchpad, trackpad
gamepad, joypad, joystick
diskette, floppy
defrag, defragment, defragmentation
unmount, dismount
thumbnail, miniature
untick, uncheck, deselect, unselect
symlink, symbolic link
checksum, digest
typeface, font
bold, boldface
emoji, emoticon, smiley
uppercase, majuscule
lowercase, minuscule
strikethrough, strikeout
transparent, translucent
magnify, magnifier, zoom
worksheet, sheet
citation, cite
bibliography, reference list
vectorize, vectorise
colorize, colorise
stabilize, stabilise, stabilization, stabilisation
gps, satnav
bike, bicycle
motorbike, motorcycle
lorry, truck
petrol, gasoline
motorway, highway, freeway
windscreen, windshield
number plate, license plate, licence plate
spanner, wrench
fridge, refrigerator
washer, washing machine
dryer, tumble dryer
hoover, vacuum cleaner
stove, cooker
limescale, descale
rubbish, trash, garbage, waste
landlord, lessor
tenant, lessee, renter
caretaker, janitor
underground, subway, metro
tram, streetcar
pram, pushchair, stroller
nappy, diaper
cot, crib
toilet, restroom, bathroom, lavatory
takeaway, takeout
veggie, vegetarian
coeliac, celiac
drink, beverage
sweets, candy
vet, veterinarian, veterinary
kindergarten, preschool, nursery
canteen, cafeteria
football, soccer
university, college
lecturer, instructor, teacher, tutor
student, pupil
scholarship, bursary, stipend
exam, examination
resit, retake
homework, assignment, coursework
questionnaire, survey
citizen, citizenship
lawsuit, litigation
nondisclosure, nda
surname, last name, family name
forename, first name, given name
postcode, zip code, postal code
recipient, addressee
freight, haulage
secondhand, second-hand, preowned
refurbished, reconditioned
counterfeit, knock-off
overdraft, overdrawn
mortgage, home loan
pension, retirement
apprentice, trainee, apprenticeship, internship
hr, human resources, personnel
dose, dosage
pharmacy, drugstore, chemist
dentist, dental
spectacles, eyeglasses, glasses
flu, influenza
vaccine, vaccination, immunisation
allergy, allergic
surgery, surgical
pregnancy, pregnant
maternity, paternity, parental
baby, infant, newborn
teenager, adolescent, teen
funeral, burial
departure, depart
selection, select, choice
explanation, explain
definition, define
forgotten, forgot
2fa, mfa, two-factor
totp, otp
sso, single sign-on
passkey, webauthn, fido2
failover, high availability
self-hosted, on-premise, on-premises
eol, end of life
ratelimit, rate limit
cron, crontab
open-source, open source, foss
autoresponder, autoreply, auto-reply
mailbox, inbox
undeliverable, undelivered, non-delivery
waitlist, waiting list
clog, blockage, clogged
durable, robust, sturdy
obsolete, deprecated
glue, adhesive
taste, flavour
random, randomize, randomise, shuffle
extra, additional
lend, loan, borrow
retry, reattempt
`
