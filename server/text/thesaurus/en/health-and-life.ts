/**
 * What visitors say and what documents say for it in English: illness, care, medicines, crises and
 * pets. Compiled by hand: words in the senses that general dictionaries give first, and phrases as
 * people write them to support.
 */
export const healthAndLife = `
see a doctor, gp > doctor, practitioner, appointment, physician
see a shrink, therapist, counsellor, psychologist > therapy, psychotherapy, counselling, mental
feeling down, depressed, sad all the time, the blues > depression, mental, counselling
can't sleep, cant sleep, awake all night, sleepless > insomnia, sleep
feel sick, throw up, puke, vomit, queasy, barf > nausea, vomiting
upset stomach, runny tummy > diarrhoea, diarrhea, gastrointestinal
tummy, belly, stomach ache > stomach, abdomen, abdominal
hurts, sore, ache > pain
injured, hurt > injury, accident, first-aid
dizzy, light-headed, head spins, woozy > dizziness, vertigo
head hurts, pounding head > headache, migraine
hot and shivery, running a temperature > fever, temperature
itchy, red skin, hives > rash, itching, skin, allergy
puffy > swelling, swollen
runny nose, sniffles, stuffed up > cold, congestion, nasal
can't breathe, cant breathe, short of breath, out of breath > breathlessness, asthma, respiratory
sleepy, worn out, drowsy, knackered > fatigue, drowsiness, tiredness
bad reaction, make me ill, bad for me > side-effect, adverse, reaction, allergy
took too many, too many pills, swallowed too much > overdose, poisoning, dose
how many pills, how much to take, how often take > dose, dosage, daily
forgot to take, missed a pill, skipped a tablet > missed, dose, forget
mix with alcohol, take together, mix medicines > interaction, combination, alcohol
pill > tablet, capsule, medicine
over the counter, without prescription, without a doctor > non-prescription, pharmacy, otc
doctor's slip, repeat prescription > prescription, refill
drunk, tipsy > alcohol, intoxicated
weed > cannabis, drugs, substance
a&e, emergency room > emergency, hospital, ambulance
go under the knife, being operated on > surgery, operation, surgical
lab results > laboratory, test, sample
wheelchair, can't walk, cant walk, step-free, no stairs, crutches > accessibility, disabled, mobility
can't hear well, cant hear well > impairment, deaf
partially sighted > visual, impairment, blind, accessibility
checkup, check-up, health check > examination, screening, preventive
infectious > infection, transmission, contagious
second opinion, see a specialist > referral, specialist, consultant
my period, that time of month > menstruation, menstrual
birth control, the pill, condom > contraceptive
lose weight, slim down, too fat, overweight > weight, diet, obesity
bring to the hospital, see a patient, visit someone in hospital > visiting, visitor, patient
puppy, pup > dog, pet
kitten, kitty > cat, pet
dog not well, cat is ill, animal doctor > vet, veterinary, animal
pets allowed, bring my dog, dog friendly, keep a dog > pet, animal, dog, permission
run over the dog, pet hurt, dog bitten > injury, vet, emergency, animal
dog bit, got bitten, dog attack > bite, liability, injury
get the cat fixed, spayed > neuter, castration, sterilisation
fleas > parasite, deworming, infestation
on a leash > lead
dog poo, pee on the carpet, not house-trained > fouling, waste, soiling, training
puppy school, teach my dog > training, obedience, dog
rehome, give up my dog > shelter, adoption, rehoming
not married, bachelor > single, marital, unmarried
pronouns, transgender > gender, pronoun, identity
pray, prayer room > prayer, religious, room
foreigner, don't speak the language, dont speak the language > foreign, international, language, interpreter
sign language, easy read, plain words > accessibility, language, interpreter
moved in together, live together, shacked up > cohabit, household, partner
homeless, no place to live, on the street > homelessness, housing, shelter
run away, missing person > missing, police
beaten, hit me, violence at home, punched > violence, abuse, assault, domestic
cut myself > wound, bleeding, first-aid
broken arm, broken leg, broken bone > fracture, injury, bone
poison, swallowed, drank bleach > poisoning, swallow, emergency
kill myself, end it all, don't want to live, dont want to live > suicide, crisis, emergency, helpline
addicted, can't stop drinking, cant stop drinking, gambling > addiction, dependency, counselling
stay in hospital, overnight in hospital, admitted > inpatient, admission, hospital
see my file, my medical history, what the doctor wrote > record, access, medical
doctor can't tell, doctor cant tell, keep it between us, doctor secret > confidentiality, disclosure
give blood, blood donor, organ donor > donation, donor, blood
store medicine, keep pills, in the fridge medicine > storage, temperature, refrigerate
medicine while pregnant, take when breastfeeding, nursing a baby > pregnancy, breastfeeding, lactation
can i drive, drive after taking > drowsiness, machinery
through security, take on the plane, liquids in bag > security, prohibited, liquid, baggage
`
