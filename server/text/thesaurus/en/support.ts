/**
 * Words of customer support that stand for each other in English, a group on each line. Compiled
 * by hand, by the subjects that help centres have in common (accounts, payment, delivery, devices,
 * data, software, contracts, work), from the senses that general dictionaries give first.
 */
export const support = `
cancel, terminate, unsubscribe
cancellation, termination
cost, price, fee
expense, expenditure
free, complimentary, gratis
cheap, cheaper, inexpensive, affordable
expensive, costly, pricey
pay, purchase, buy
payment, transaction
bill, invoice
receipt, invoice
refund, reimburse, repay
reimbursement, refund, repayment
discount, rebate, reduction
coupon, voucher, promo
subscription, membership, plan
subscriber, member
trial, demo
deposit, prepayment
installment, instalment
tax, vat, duty
debt, arrears
salary, wage
order, purchase
basket, cart, trolley
checkout, payment
shop, store, retailer
seller, vendor, merchant
buyer, purchaser
product, item, article, merchandise
stock, inventory
available, obtainable
ship, deliver, send, dispatch
shipping, delivery, shipment, postage
parcel, package, packet
courier, carrier
delay, late, overdue
track, trace
exchange, swap, replace, replacement
warranty, guarantee
broken, defective, faulty, damaged
damage, harm
missing, lost
lose, misplace
phone, mobile, smartphone, cellphone, telephone, handset
computer, laptop, pc, notebook, desktop
tablet, ipad
screen, display, monitor
keyboard, keypad
speaker, loudspeaker
headphones, headset, earphones, earbuds
battery, accumulator
charger, adapter
cable, cord
socket, outlet
printer, copier
camera, webcam
picture, photo, image, photograph
movie, film, video
sound, audio, volume
song, music, track
turn off, switch off, disable, deactivate
turn on, switch on, enable, activate
shut down, turn off
start, launch, begin
stop, halt, quit
restart, reboot, reset
pause, suspend
freeze, hang, crash
slow, slower, sluggish, latency
fast, faster, quick, quicker, rapid, speed
noise, sound
silent, mute
vibrate, buzz
set up, configure, configuration, install
settings, preferences, options
install, installation, setup
uninstall, remove
upgrade, update
version, release
app, application, software
browser, chrome, firefox
website, site, webpage
link, url, address
folder, directory
attachment, enclosure
log in, sign in, login, signin
log out, sign out, logout, signout
sign up, register, enroll, registration
account, profile
username, login, userid
password, passcode, pin
authenticate, verify
verification, authentication, confirmation
code, pin
locked, blocked
unlock, unblock
block, ban
permit, allow, let
forbid, prohibit, disallow
permission, access, authorization
admin, administrator
guest, visitor
email, mail
message, sms
notification, alert, reminder
newsletter, mailing
answer, reply, response
ask, enquire, inquire
question, query, enquiry, inquiry
complaint, grievance
complain, report
feedback, review, rating
suggestion, proposal, idea
help, support, assistance
helpdesk, hotline, support
agent, representative, advisor
problem, issue, trouble
error, fault, failure, bug
fix, repair, solve, resolve
troubleshoot, diagnose
delete, remove, erase
empty, wipe
add, insert
change, modify, edit, alter
rename, relabel
copy, duplicate
move, transfer, migrate
back up, backup, save
restore, recover
import, upload
export, download
share, disclose
collect, gather
store, keep, retain
retention, storage
privacy, confidentiality
private, confidential, personal
secure, safe
security, safety, protection
virus, malware
spam, junk
fraud, scam
steal, theft
hide, conceal
show, display
choose, select, pick
combine, merge
size, dimension
weight, heavy
big, bigger, biggest, large, larger, largest, huge
small, smaller, smallest, tiny, little
maximum, limit
minimum, least
quantity, amount
decrease, lower, reduce
deadline, cutoff
expire, lapse
expiry, expiration
renew, extend, prolong
renewal, extension
hours, schedule
closed, shut
holiday, vacation
trip, journey, travel
book, reserve
booking, reservation, appointment
postpone, reschedule
ticket, admission
hotel, accommodation
luggage, baggage
car, vehicle, automobile
park, parking
address, location
branch, office
company, business, firm
employee, staff, worker
colleague, coworker, teammate
boss, manager, supervisor
job, vacancy
hire, recruit
resign, quit
contract, agreement
terms, conditions
rule, regulation, policy
law, legislation
lawyer, solicitor, attorney
insurance, coverage
claim, compensation
doctor, physician
ill, sick
medicine, drug, medication
child, kid, minor
language, locale
translate, translation
abort, cancel, stop, interrupt, cancellation
cancel, revoke, void, invalidate
revocation, cancellation
finish, complete
merge, combine, join, concatenate, unite
split, divide, cut, separate
piece, part, chunk, segment, portion
convert, transform, conversion
wipe, erase, overwrite
undo, revert, rollback, downgrade
refresh, reload
save, store, persist, preserve
persistence, storage, saving
remember, memorize, recall, memory
suppress, hide, silence, mute
overload, flood, abuse, spam
quota, limit, cap, allowance, restriction
restrict, limit, throttle
permission, approval, consent
approve, accept, authorize
grant, allow, permit
issue, hand out
robot, bot, crawler, spider
run out, expire, lapse
die, crash, terminate
fail, break, crash, failure
drop, disconnect, interrupt
reconnect, resume
continue, resume
task, job
user, person, people, visitor
machine, computer, host, device
multiple, several, many
entire, whole, complete
previous, earlier, older, former, prior
latest, newest, newer, new
daily, day, night, nightly
weekly, week
monthly, month
yearly, year, annual, annually
periodic, regular, recurring, periodically, regularly
schedule, timetable, scheduling
incorrect, wrong, invalid
correct, right, valid
default, standard, normal
example, sample
garbage, junk, garbled
execute, run, launch
customize, personalize, adjust, tailor
appearance, style, theme, design
color, colour
voice, speech, spoken
transcribe, transcription, transcript
mp3, wav, audio
jpg, jpeg, png, image
drawing, graphic, image, figure
summarize, summary
talk, chat, conversation
compare, comparison, difference, versus
prevent, avoid
protect, guard, secure
encrypt, encryption
drive, disk, stick
ram, memory
cpu, processor
terminal, console, shell
program, application, tool
plugin, extension, addon, module
library, package, module
parameter, variable, setting, option, argument
shutdown, power off, shut down, turn off, halt
reboot, restart
documentation, docs, manual, guide, handbook
tutorial, guide, walkthrough
requirement, prerequisite, required
mandatory, required, compulsory
optional, voluntary
supported, compatible, compatibility
unsupported, incompatible
offline, disconnected
backend, server
frontend, client
cert, certificate
config, configuration, configure
repo, repository
database, db
auth, authentication, authenticate
env, environment
dev, development
prod, production
sync, synchronize, synchronization
async, asynchronous
javascript, js
typescript, ts
kubernetes, k8s
percent, percentage
long, longer, length
short, shorter, brief
bright, brighter, brightness
dark, darker, dim
loud, louder, volume
quiet, quieter, silent
easy, easier, simple
high, higher, increase
low, lower, reduce
strong, stronger, strength
background, wallpaper
letters, characters, font
ring, ringing, ringtone
`
