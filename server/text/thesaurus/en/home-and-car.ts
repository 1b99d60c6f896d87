/**
 * What visitors say and what documents say for it in English: housing, energy, appliances,
 * vehicles and food. Compiled by hand: words in the senses that general dictionaries give first,
 * and phrases as people write them to support.
 */
export const homeAndCar = `
landlady, house owner, person i rent from > landlord, lessor
rent too high, rent going up, put up the rent > increase, tenancy
security money, rent deposit, caution money > deposit, security, tenancy
move out, leave the flat, give up flat > notice, termination, tenancy, handover
throw me out, kicked out, chucked out of flat > eviction, notice, termination
let out my room, rent out, someone in my room, rent to others > sublet, sublease
running costs, extra costs, bills included > utilities, ancillary, service, charges
cold flat, no heating, heating broken > heating, boiler, radiator, temperature
no hot water, cold shower, water cold > boiler, water, heater, heating
black spots on wall, wet walls, smells musty > mould, mold, damp, ventilation, condensation
water coming out, dripping, puddle, loses water > leak, leakage, seal, hose
faucet > tap
blocked sink, clogged, drain blocked, won't drain, wont drain > drain, blockage, clog, filter
power cut, no electricity, lights out, blackout > outage, power, failure, supply
fuse blew, electricity keeps going off > fuse, breaker, overload, circuit
smell gas, gas smell, rotten eggs > gas, leak, emergency
read the meter, meter number, electricity counter > meter, reading, consumption
use too much power, high electricity bill, uses a lot > consumption, energy, usage, efficiency
save energy > efficiency, eco
switch supplier, other provider, cheaper electricity > supplier, switch, provider, tariff
dustbin, trash can, wheelie bin > waste, bin, collection, refuse
bin men, bin day, when is rubbish taken > collection, waste, refuse, schedule
old fridge, old sofa, big rubbish, get rid of furniture > bulky, disposal, waste, recycling
locked out, lost my keys, lost key, shut the door > key, locksmith, replacement, lock
handyman, fix-it man > caretaker, maintenance, technician, janitor
plumber, electrician, repairman > technician, engineer, maintenance, repair
paint the walls, redecorate > renovation, decorating, alteration
drill holes, hang a picture, put up shelves > drilling, wall, alteration, mount
too loud next door, loud music, party noise, upstairs noisy > noise, quiet, disturbance, neighbour
creepy crawlies, cockroach, bugs in, bedbugs, rats > pest, infestation, vermin
beeps, chirps > alarm, beep, signal, battery
blaze, flames, on fire > fire, extinguisher, evacuation
house guests, friend staying, overnight guest > guest, visitor, overnight
motorcar > car, vehicle
car won't start, car wont start, engine dead, won't turn over, wont turn over > battery, ignition, engine, starter
flat battery, dead battery, battery dead > jump-start, charge, discharged
broke down, stranded, car died > breakdown, roadside, assistance, recovery
flat tyre, flat tire, blowout > tyre, tire, puncture, spare
fill up, refuel, filling station > fuel, petrol, gasoline
uses too much petrol, miles per gallon, mpg, thirsty > fuel, consumption, economy
electric car, tesla, ev > electric, vehicle, charging
charge my car, wallbox, charge point > charging, charger, station
car boot, boot space > trunk, luggage
turn signal, blinker > indicator, signal
gearbox, gears > transmission, gear
where to park, somewhere to park, leave the car > parking, space, garage
mot, car inspection, roadworthy, tuv > inspection, roadworthiness, test
service the car, oil change, car checkup > servicing, maintenance, inspection, interval
light came on, warning light, lamp on dashboard, red light on > indicator, warning, dashboard, lamp
squeaks, squeals, squeaky, grinding > noise, brake, lubricate, wear
rattle, clatter, knocking, clunk > noise, vibration, loose
wobbles, shakes, vibrates, dances around > vibration, balance, level, unbalanced
chain came off, gears slip, gears jump > chain, derailleur, shifting, gear
seat too high, seat too low > saddle, seatpost, height
pump up, inflate > pressure, pump
air in tyres, how much air > pressure, inflate, tyre
borrow a car, car sharing, hire car, rent a car > rental, hire, carsharing, vehicle
who drives, let my friend drive, someone else drives > driver, additional, named
give it back dirty, bring car back late, return the car > return, late, fee, cleaning
ice everywhere, iced up, frozen over > defrost, frost, ice
not cold enough, food warm, doesn't cool, doesnt cool > cooling, temperature, thermostat
too cold, chilly > temperature, heating, thermostat
stinks, smells bad, smelly > odour, odor, smell, cleaning
burning smell, smells burnt, smokes > burning, smoke, overheat, unplug
not clean, still dirty, dishes dirty, leaves spots > cleaning, residue, detergent, rinse
white stuff, chalky, furred up > limescale, descale, calcium
went in the wash, came out small > shrink, wash, temperature, care
washing powder, cleaning stuff > detergent, cleaner
won't switch off, wont switch off, keeps running > stop, switch, timer, sensor
door won't open, door wont open, stuck door > lock, release, jammed
won't spin, wont spin, doesn't turn, doesnt turn, not spinning > spin, drum, motor, unbalanced
electric shock, zap, gave me a shock > electric, shock, earth, grounding
when will i hear > processing, days, response
grub, nosh, something to eat > food, meal, restaurant
hungry, starving > food, meal, snack
deliveroo, uber eats, doordash > delivery, food, takeaway
book a table, table for two > reservation, booking
contains nuts, nut allergy > allergen, ingredient, allergy, contain
gone off, off milk, mouldy food, rotten > spoiled, expiry, shelf-life, storage
best before, sell-by, use-by date > expiry, shelf-life, date
how long keep, keep in the fridge > storage, shelf-life, store, refrigerate
crisps > chips
fattening, how many calories > calories, nutrition, energy
apartment > flat
`
