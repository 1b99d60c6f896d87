/**
 * What visitors say and what documents say for it in English: employment, pay, absence and conduct
 * at work. Compiled by hand: words in the senses that general dictionaries give first, and phrases
 * as people write them to support.
 */
export const work = `
go on holiday, annual leave, pto > leave, vacation, holiday, absence
vacation, my holidays, holiday request > leave, entitlement, absence
how many days off, vacation days, holiday allowance > leave, entitlement, allowance, annual
leftover days, unused holiday, days left over > carryover, entitlement, leave, unused
call in sick, phone in sick, ring in sick, too ill to work, off sick > sick, absence, leave
poorly, under the weather, not feeling well, feel rough > sick, illness
doctor's note, sick note, fit note, sick certificate, doctors note > certificate, medical, sickness, absence
sick pay, paid when ill, money when sick > sick, pay, statutory
having a baby, pregnant, baby on the way > pregnancy, maternity, parental, leave
new baby, new dad, becoming a father > parental, paternity, birth, leave
give birth, newborn, baby born > birth, parental, maternity
my child is sick, kid is ill, look after my kid > carer, childcare, dependant, leave
look after my mother, caring for parents, look after family > carer, caregiver, care, dependant, compassionate
someone died, death in the family, funeral leave, grandma died > bereavement, compassionate, leave
getting married, tie the knot, get hitched, wedding > marriage, married, leave
split up, broke up > divorce, separation, marital
wife, husband > spouse, partner, dependant, relative
girlfriend, boyfriend, fiance, missus, better half, hubby > partner, spouse, relative
mum, mom, dad, mother, father > parent, guardian
son, daughter, offspring > child, dependant, minor
granny, grandma, grandpa, grandad > grandparent, senior, relative
underage, too young > age, minor, minimum, guardian
person i live with, people i live with > flatmate, roommate, household, cohabitant
best mate, buddy, pal, bring a friend > friend, guest, referral
recommend a friend, tell a friend, refer a friend > referral, refer, bonus
workmate, people at work, co-worker > colleague, coworker, team
my boss, line manager, higher-up > manager, supervisor, superior
new starter, new hire, first day, new joiner, just started > onboarding, induction, probation
work experience, summer job, learn the trade > internship, apprenticeship, trainee
zero hours, side job, moonlighting, second job > secondary, employment, outside, contractor
get fired, sacked, let go, laid off, axed, lay off > dismissal, termination, redundancy
payoff, golden handshake, leaving money > severance, redundancy, compensation
hand in notice, give notice, leave the company, stop working here > resignation, notice, termination
out of work, jobless, dole, on benefits > unemployment, benefit, allowance
pay rise, a raise, earn more > salary, increase, review, compensation
get paid, payday, wages come > salary, payroll, payment
pay slip, paycheck, wage slip, pay stub > payslip, payroll, salary
take-home, after tax, in my pocket > net, salary, pay
christmas money, thirteenth salary, xmas bonus > bonus, gratuity
perks, fringe benefits > benefit, allowance
get promoted, career ladder > promotion, career, advancement
extra hours, work late, stay longer, overwork > overtime, hours, compensation
clock in, clock out, punch in, time sheet > timesheet, attendance, hours, recording
work from home, wfh, home office, from the couch, telework > remote, telecommuting, hybrid, homeworking
work abroad, work from another country, workation > abroad, remote, foreign
fewer hours, cut my hours, work less > part-time, reduction, hours
flexi, flexitime, choose my hours, start later > flexible, flextime, hours
graveyard shift > night, allowance
lunch, coffee break, breather, smoke break > break, rest
what to wear, wear to work, dress up, can i wear shorts > dress, clothing, attire, code
hit on, groped, touched me, leered > harassment, sexual, complaint
treated unfairly, racist, sexist, unfair treatment > discrimination, equality, complaint
speak up, snitch, blow the whistle, rat out > whistleblowing, report, misconduct
telling off, told off, written up, slap on the wrist > warning, disciplinary, misconduct
expenses, claim back money, get money back for > reimbursement, expense, claim
petrol money, travel costs > mileage, allowance, reimbursement, travel
per diem, meal money, food money > allowance, subsistence, meal
apply for a job, job application, work for you > vacancy, recruitment, application, career
job interview, got the job > interview, recruitment, applicant, offer
cover letter, motivation letter > application
job reference, letter of recommendation, character reference > reference, testimonial, recommendation
learn new stuff, go on a course, improve my skills > training, development, course, education
burnt out, burned out, stressed, exhausted, overworked > stress, burnout, wellbeing, mental
retire, stop working for good > retirement, pension
protocol of meeting, what was decided > minutes, meeting, decision
safety gear, protective clothing, ppe, safety boots > protective, equipment, safety
hurt at work, accident at work, fell at work > accident, workplace, injury, report
lift heavy, bad back, back hurts from work > lifting, handling, ergonomics, posture
desk too low, uncomfortable chair, standing desk > ergonomic, workstation, desk
lost my badge, forgot my pass, staff card > badge, replacement, access, card
bring someone to work, visitor at the office > visitor, guest, reception
company car, firm car, pool car > vehicle, fleet, private
company phone, work laptop, work phone > equipment, device, company
private use, surf at work, personal use at work > private, acceptable, policy
corporate card, company card, firm credit card > corporate, expense
bribe, kickback > bribery, corruption, gift
gift from supplier, accept presents, client gave me > gift, hospitality, bribery, benefit
conflict of interest, hire my cousin, nepotism > conflict, interest, disclosure
swearing, bad language, curse > conduct, behaviour, language
date a colleague, office romance, in love at work > relationship, conflict, disclosure
post on facebook, tweet about work, talk to the press > social, media, press, communication
curriculum vitae, cv > resume, application
`
