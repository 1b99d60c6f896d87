/**
 * What visitors say and what documents say for it in English: how much, how often, how long and of
 * what kind things are. Compiled by hand: words in the senses that general dictionaries give
 * first, and phrases as people write them to support.
 */
export const qualitiesAndTimes = `
what does it cost, how much money, how pricey, what's the price, whats the price, how expensive > price, cost, fee, rate
how much room, how much storage > storage, capacity, quota
how many > number, count, limit, maximum
how long, long does it take, how much time > duration, time, period, days
long is it good, long does it last, long can i keep > validity, expire, lifetime, shelf-life
long do you keep, kept for, how long kept, how long stored, keep my data, when deleted > retention, retain, storage, deletion
how big, what size > size, dimensions
how fast, how quick > speed, rate, performance
how old, what age, old enough > age, minimum, birth
how late, how early > deadline, closing, hours, opening
how soon, how quickly > delivery, processing, days
how deep, how thick, how wide, how tall > depth, thickness, width, height
how hot, how cold, how many degrees, warmth > temperature
how strong, how powerful > strength, power
how good, any good > quality, rating, review
how safe, is it dangerous, safe enough > safety, security, risk
how come > reason, cause
what's the point, whats the point, good for > purpose, benefit, advantage
what time, what day > date, schedule, hours
where do i find, where can i see > location, menu, tab
where to send, where do i mail > address, email, mailing
belongs to, who owns > owner, ownership, property
at least, no less than > minimum, min
as few as, as little as, fewest > minimum, least, fewer
as many as > maximum, unlimited, limit
too many > limit, exceeded, maximum
not enough, too few, too little > insufficient, minimum, shortage
exceed, go over, over the limit > limit, quota, overage
no limit, endless, without limit > unlimited, limit
more than one, a couple, a few > multiple
a pair of > dual, double
nil, nought, zilch > null, zero, empty
one more > additional, second, multiple
spare > replacement, additional, backup
what's left, whats left, leftover > remaining, balance
just one, only one > single, individual, one-time
twice, two times, two of them, there are two > duplicate, double
every month, once a month > recurring
every year, each year, once a year, per annum > annual, yearly
every day, each day, once a day > daily
hourly > interval
every two weeks, every other week, fortnightly > biweekly, fortnight, weeks
every three months, four times a year > quarterly
twice a year, every six months > semiannual, biannual
every minute, every few minutes, every so often, every night, every hour, at a set time, at certain times > interval, periodic, schedule, cron
every time, each time > always, automatically
now and then, from time to time > periodically, occasionally, interval
for good, forever, for all time > permanent
for now, for a bit, short time > temporary, temporarily
at midnight, at night, overnight > night, midnight
in the morning, first thing, before noon > morning
in the evening, after hours > evening, hours
round the clock, day and night > continuous, hours
on the weekend, at weekends > saturday, sunday
day off, time off, off work > leave, vacation, holiday, pto, absence
on holiday, away on vacation, gone for a week > vacation, leave, absence, out-of-office
bank holiday, public holiday, christmas, new year, easter, good friday > holiday, closed, opening
right away, straight away, instantly, this minute > immediate, instant, real-time
as it happens, on the fly > real-time, realtime, live, dynamic
in advance, ahead of time, beforehand > advance, prior, notice
sooner, too soon > early, premature
too late, missed the deadline, past the date, missed the date, not done in time, ran out of time > deadline, overdue, expired, extension
more time, extra time, longer time > extension, extend, deadline
last minute, short notice > notice, late, advance
out of date, stale, too old, ancient, outdated > update, obsolete, deprecated, unsupported
still good, still works, still ok > valid, supported
no longer valid, ran out > expired
yesterday, last week, last month > previous, history, past
a while ago, long time ago, back then > history, previous, old, archive
upcoming, later on > future, scheduled, planned
on a timer > schedule, cron
years old > age, minimum
birthday, born, bday > birth, birthdate, dob
lengthy > length, duration
broad, narrow > width
tall, taller, how high > height
deep, shallow > depth
distant > distance, range
huge, enormous, massive > size, large
tiny, teeny, wee > small, size, minimum
too big, too large > size, limit, exceed, maximum, resize
too small, too tiny > size, enlarge, resize, zoom
too long > length, limit, truncate, maximum
too short > length, minimum
too loud, too quiet, too soft, hard to hear, barely hear, hardly hear > volume, gain, sound, loudness
too fast, too quick > speed, rate
too often, too frequent, how often, how many times, how frequently > frequency, interval, limit
too expensive, too dear > price, cost, discount, cheaper
strong, tough, sturdy > strength, durable
hold up, last long, how long last, last how long > durability, lifetime, lifespan, duration
weak, feeble > strength, signal
poor, lousy, crappy > quality, defective
blurry, fuzzy, unclear, out of focus, unsharp, not sharp, not crisp > resolution, sharpness, sharpen, focus, quality
translucent, shine through > transparent, opacity
tricky > difficult, difficulty
hard to read, can't read it, cant read it, illegible > font, contrast, legible, readability, unreadable
fancy, posh, deluxe > premium, advanced
safe > safety
dangerous, risky, harmful > hazard, danger, risk
toxic, bad for you > hazard
flammable, catches fire > fire, combustible
wet, damp, soaked > moisture, water, humidity
humid, muggy, moist > humidity, moisture
dirty, filthy, grubby, mucky, grimy > clean, dirt
circular, curved, rounded, bevelled > circle, radius
steep, sloped > slope, gradient, angle
blank, white page, nothing there > empty
second hand, secondhand, pre-owned > used, refurbished
kid friendly, under 18, little ones, toddler, kiddo, youngster > minor, age, child
elderly, old people, pensioner, oap > senior, retirement, pension, concession
doesn't match, doesnt match, don't match, dont match, don't agree, dont agree > mismatch, inconsistent, discrepancy, match
dedupe, remove duplicates, no duplicates, no doubles, no repeats, same twice, one of a kind > deduplicate, unique, distinct, duplicate
accurate, precise > accuracy, precision
reliable, dependable, trustworthy > reliability, trust
stable, steady > stability
most used, trending > popular
urgent, emergency, life or death > priority
open to everyone > public, access
hush hush > confidential, hidden, private
without my name, nameless > pseudonym
busy, occupied > unavailable, reserved
already taken, in use, used by someone else > already, exists, unavailable, conflict
weird, strange, out of the ordinary > unexpected, unusual, abnormal
wrong > error, mistake, correction
mistake > error, correction
confused, don't understand, dont understand, makes no sense > explanation, overview, guide
unhappy, not satisfied, disappointed, fed up > complaint, refund, feedback, satisfaction
free of charge, for free, for nothing, costs nothing, at no cost, no charge, without paying, is it free > free, complimentary
worth > value, price
low income, hard up > aid, assistance, hardship
owe, in the red, behind on > debt, balance, overdue, arrears, due
pay back, get my money, money back, cash back > refund, repay, reimbursement
make up for, compensate, make good > compensation, reimburse
start fresh, from scratch, clean slate > reset, reinstall, factory, clear
back to normal, restore defaults, back to default, original state > default, reset, restore
break down, broke down > failure, breakdown, repair, outage
is it down, is down, down right now > outage, status, unavailable, downtime
move up, move down, bump up > reorder, priority, position, order
raise version > upgrade, increment
add one, plus one > increment, increase
count down, minus one, subtract one > decrement, countdown, timer
take away from, minus > subtract, deduct
tell the time, clock > time, timezone
`
