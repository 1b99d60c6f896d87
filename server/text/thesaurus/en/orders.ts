/**
 * What visitors say and what documents say for it in English: shops, delivery, returns, opening
 * hours and complaints. Compiled by hand: words in the senses that general dictionaries give
 * first, and phrases as people write them to support.
 */
export const orders = `
changed my mind, don't want it anymore, dont want it anymore, didn't like it, didnt like it, having second thoughts, regret > withdrawal, return, cancel, refund
doesn't fit, doesnt fit, too tight, too loose, wrong size > size, exchange, return, fit
how big am i, sizing > size, measurement, chart, fit
where is my stuff, where's my order, where is my package > track, delivery, shipment
when will it come, when does it arrive > delivery, shipping, estimated, dispatch
not at home, nobody home, no one home, missed the postman > redelivery, neighbour, pickup, collection, delivery
mailman, postman, delivery guy, delivery man > courier, carrier, driver
next day > express, delivery
sent the wrong thing, wrong item, not what i ordered, mixed up > incorrect, exchange, replacement, return
came in pieces, smashed, cracked, dented, arrived broken > damage, defective, transit, replacement
fell apart, stopped working, packed up, gave up the ghost > defect, faulty, warranty, repair
hole in it, came apart > damage, defect, repair
have to pay, does it cost anything > free, fee, charge
cheaper for, reduced price, money off > discount, concession, reduction
bargain, clearance > offer, discount, promotion
found it cheaper, cheaper elsewhere, lower price elsewhere > price, match, guarantee
out of stock, sold out > availability, unavailable, stock, restock
back in stock, coming back in > restock, availability, notification
do you stock, do you sell, do you carry > stock, availability, range, assortment
preorder, order ahead, order in advance > pre-order, reserve
gift card, gift certificate, gift token > voucher, balance
coupon won't work, coupon wont work, promo code rejected, discount code invalid > voucher, redeem, expiry, code
cash in, trade in, use up points > redeem, redemption, points
my points, bonus card, clubcard > loyalty, rewards, membership
points gone, points missing, lost my points > expire, expiry, loyalty
packing slip, delivery note > receipt, delivery, invoice
till receipt, sales slip, proof i bought it > receipt, proof, purchase
lost the receipt, no receipt, threw away the receipt > proof, purchase, statement
robbed > theft, steal, stolen, loss
left behind, forgot it on, left on the train, left it, found something, found a wallet, someone's keys > lost, property, found
in store, in the shop, at a branch > store, collection, branch, pickup
drop it off, hand it in, drop off point > return, parcel, locker, collection
angry, furious, not happy, disgusted, terrible service > complaint, complain, dissatisfied, feedback
rude, impolite, disrespectful, nasty to me > complaint, conduct, behaviour
moan, make a fuss, grumble > complaint, complain, dispute
not satisfied with answer, take it further, go higher, speak to your manager > escalate, appeal, ombudsman
who do i call, who do i contact, who do i ask, who to talk to, who to write to, who to contact, where do i report > contact, responsible, helpdesk, phone
real person, human being, speak to someone, talk to someone, somebody to talk to, talk to a human > agent, advisor, contact, phone, hotline
ring you, give a ring, call up, give a bell > phone, telephone, call, contact
on hold, nobody picks up, no one answers > waiting, phone, hotline, callback
phone number, tel no, whatsapp > telephone, contact, hotline
when are you open, open on sunday, open today, what time open, what time close, open late > opening, hours, closing
find your shop, whereabouts > location, directions, address, branch, map
nearest, closest, near me, nearby, around the corner, close to, around here > branch, location, store, finder
hq, head office > headquarters, office, address
walk in, just turn up, without appointment > appointment, walk-in, booking
broken toy, swallow parts > safety, choking, hazard
age rating, from what age, suitable for kids > age, suitable, rating, child
safe for, poisonous > safety, hazard, toxic, harmful
get wet, get it wet, in the rain, in the shower, swim with, splash proof > waterproof, water-resistant, moisture
fell in water, dropped in the toilet, spilled coffee, got wet > liquid, water, damage, moisture
dropped it, fell on the floor, let it fall > drop, damage, impact
by accident, accidentally, didn't mean to, didnt mean to, by mistake > accidental, unintentional
own fault, i broke it, careless > negligence, misuse, damage, warranty
under guarantee, still covered, out of warranty > warranty, guarantee, coverage
take to be fixed, get it mended, send in for repair > repair, service, workshop
garage, car repair shop > workshop, repair, dealer
put together, build it, flatpack, missing screws > assembly, installation
leaflet, booklet > manual, instructions, guide
where is the number, sn, s/n > serial, number, nameplate
model number, type plate, what model > model, nameplate, label
customer number, client number, member number > customer, account
paper invoice, bill in the post, printed bill > invoice, paper, postal
business bill, bill with company name, invoice with vat > invoice, company, vat
change the name on, wrong name, misspelled name, typo in name > correction, change
wrong address, wrote the wrong street, mistyped address > address, change, correct, redirect
forward my post, send to new address > redirect, forwarding
heavy parcel, big parcel, bulky > oversize, weight, dimension, freight
leave with neighbour, leave at door, safe place, leave it outside > drop-off, deposit, neighbour, authorisation
pick up myself, collect it myself, come and get it > collection, pickup, self-collection, store
send to my friend, send as a present, other address > recipient, delivery, gift, alternative
deliver abroad, send overseas, ship to my country > international, shipping, delivery, country
return label, slip to send back > label, return
who pays return, return for free, cost of sending back > return, shipping, postage, free
return too late, after 30 days, too late to return > deadline, return, period
opened the box, threw away the box, tag removed > packaging, original, unused, return
worn once, wore it, tried on > unworn, return, original, condition
underwear, swimwear, hygiene items > hygiene, exclusion, return
change order, add to my order, forgot to add > modify, amend, order
cancel my order, ordered by mistake, stop my order > cancellation
part of it missing, only half came, something missing > partial, incomplete, missing, split
how many per customer, buy lots > limit, quantity, bulk, maximum
is it real, is it genuine, authentic, the real deal > authenticity, genuine, original, counterfeit
cloth, textile > fabric, material
where is it made > origin, manufacture, country
how heavy, weigh > weight, load
how far, far away, far is it, long way, walking distance > distance, range, kilometre, mile
youngest > youth, age, minimum
personal check, checkbook > cheque, check, payment
last day, how late can i, time limit > deadline, period, latest, expiry
when does it start > effective, commencement
`
