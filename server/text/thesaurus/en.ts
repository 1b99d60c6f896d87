/**
 * Words of customer support that stand for each other in English, a group on each line. Compiled by
 * hand, by the subjects that help centres have in common (accounts, payment, delivery, devices,
 * data, contracts, work), from the senses that general dictionaries give first; from no document or
 * question of a particular site.
 */
export const en = `
cancel, terminate, unsubscribe
cancellation, termination
cost, price, fee, charge
expense, expenditure
free, complimentary, gratis
cheap, inexpensive, affordable
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
slow, sluggish
fast, quick, rapid
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
big, large
small, tiny, little
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
`
