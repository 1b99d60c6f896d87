/**
 * What visitors say and what documents say for it in English: journeys, hotels, events, maps and
 * visits. Compiled by hand: words in the senses that general dictionaries give first, and phrases
 * as people write them to support.
 */
export const travelAndPlaces = `
directions, how to drive > route, navigation
satnav, sat nav, navi > navigation, gps
blue dot, my position > location, gps, position
pin on map, push pin, mark a place > marker, waypoint, placemark, favorite
hike, footpath > trail, route, path
record my walk, save my run, where i went > track, gpx, recording
hilly, how steep, mountains > elevation, slope, altitude, contour
map without internet, maps on plane, abroad maps > offline, download
map shifted, layers not lined up, wrong place on map > crs, coordinate, georeference
old map on top, place a scanned map > georeference, overlay
satellite picture, bird's eye > satellite, imagery
flying > flight, airline
suitcase, holdall, rucksack > luggage, baggage
suitcase lost, bag didn't arrive, bag didnt arrive, bags missing > baggage, lost, delayed, claim
bag too heavy, too many bags, extra bag > excess, baggage, weight, allowance
missed my flight, missed my train, missed connection, late for the plane > missed, connection, rebook
flight cancelled, plane late, train late, stuck at airport, train delayed > delay, cancellation, compensation, refund
fly another day, change my flight, travel later, different date > rebook, change, amendment
leave the hotel, leave the room, hand in key > checkout, departure
seat by the window, aisle, sit together, sit next to > seat, reservation
leg room, more space, front seat > seat, upgrade, class
one way, single ticket, there and back, round trip > single, return, ticket, fare
cost of the bus, train price, cost of a ride > fare, ticket, price
without a ticket, dodge fare, didn't have a ticket, didnt have a ticket, fare dodging, caught without > fare, penalty, inspection, ticket
season ticket, travelcard, monthly pass, bus pass > pass, season, subscription
bus > coach, shuttle, transit
cab, uber > taxi, transfer, ride
bus stop, train stop > station
next bus, next train, train times > timetable, schedule, departure
stopover, layover, change trains, change planes > connection, transfer, transit
boat > ferry, ship, crossing
take my bike, bike on the train, bring my bicycle > bicycle, carriage, transport
travel with a dog, dog on board, bring the cat > pet, animal, carriage
travelling alone, child alone, kid flying alone > unaccompanied, minor
place to stay, somewhere to sleep > accommodation, room, hotel
b&b, bnb, hostel, airbnb > accommodation, guesthouse, lodging
breakfast included, meals included > board, breakfast, meal
arrive late, come at night, late arrival > check-in, arrival, reception
keep the room longer, stay longer, leave late > checkout, extend, late
sea view, nice view, balcony > room, category
noisy room, neighbours noisy, can't sleep noise, cant sleep noise > noise, quiet, disturbance
towels, bedding > linen, towel, housekeeping
no show, noshow, didn't turn up, didnt turn up, did not show up > no-show, charge, cancellation
tourist tax, city tax, bed tax > tourist, levy
go abroad, other country, out of the country, another country > abroad, foreign, international, travel
roam, phone abroad, phone in foreign country > roaming, abroad, international
bad weather, snow, storm, rained off > weather, cancellation, postponement
can't make it, cant make it, can't come, cant come, something came up > cancel, absence, reschedule
give my ticket to, ticket for someone else, sell my ticket, pass on my ticket > transfer, resale, personalised
let in, let me in > admission, entry, entrance, access
get in cheaper, student price, cheaper for students, cheaper for kids > concession, discount, reduced, admission
stag, hen party, group of us, lots of us > group, booking, discount
pick me up, get a ride, lift to the airport > transfer, shuttle, pickup
rush hour, busy time, when is it busy > peak, off-peak
crowded > capacity, occupancy, peak
elevator > lift
gratuity > tip
`
