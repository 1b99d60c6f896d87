/**
 * What visitors say and what documents say for it in English: contracts, insurance, authorities,
 * law and personal data. Compiled by hand: words in the senses that general dictionaries give
 * first, and phrases as people write them to support.
 */
export const rightsAndContracts = `
stop paying, stop subscription, get out of contract, leave you > cancel, termination, notice
tied in how long, locked in, tied in, stuck with contract > term, minimum, contract, termination, notice
renews by itself, renewed automatically, keeps charging, rolls over > renewal, automatic, recurring, cancel
notice period, period of notice, how much notice > termination, resignation, cancellation
switch plan, change plan, cheaper plan, smaller package > upgrade, downgrade, plan, tariff, switch
try first, test it first, taster > trial, free, demo
small print, fine print, t&c, tandc, t&cs > terms, conditions, contract
docusign > signature, sign, electronic
someone else takes over, someone else's contract, name swap > transfer, assign, change
price estimate > quote, quotation
insured, am i covered, does it cover, covered for > coverage, insurance, policy
make a claim, put in a claim, claim on insurance > compensation, insurer
own contribution, pay myself > excess, deductible, copayment
insurance company, underwriter > insurer
knocked down, had a crash, fender bender > accident, collision, claim, damage
break-in, broke in, burgled > burglary, theft, intrusion
flooded, water everywhere, burst pipe, under water > flood, leak, water, damage
whose fault, to blame, my fault > liability, liable, responsible, fault
who pays, who covers, who foots the bill > cost, liability, reimbursement, bear
fully comp, third party cover > comprehensive, liability, insurance
no claims > bonus, discount, insurance
life cover, if i die, death cover > death, beneficiary, life, insurance
passed away, late husband > death, bereavement, deceased, estate
id card, identity card > passport, identity, document
photo id, show my id > identification, identity, passport
prove who i am, show who i am, proof of identity > identification, identity, verification, proof
what to bring, papers do i need, which papers > required, document, bring
red tape, paperwork > form, application
where do i apply, who issues, which office > authority, office, apply, responsible
moving house, new address, changed address > address, registration, change
new name, changed my name, maiden name, married name > surname, change
green card, stay in the country, right to stay, leave to remain > residence, permit, immigration
get citizenship, become a citizen, naturalise > citizenship, naturalisation, nationality
against the law, get in trouble > illegal, prohibited, offence, unlawful
obliged > required, mandatory
entitled, am i eligible, qualify > eligibility, entitlement
ticket on my car, got a ticket, parking ticket, towed > fine, penalty, parking, notice
caught speeding, speed camera > fine, limit
sue, take to court, take legal action, drag to court > lawsuit, litigation, court, legal, proceedings
cops > police, officer
arrested, jail, locked up, prison > detention, custody, arrest
support from the state, welfare > benefit, allowance, social, assistance
subsidy, state aid > grant, funding
child benefit, child allowance, money for kids > child, benefit, allowance
official stamp, stamped copy > certified, attested, notary
power of attorney, sign for someone > proxy, mandate, authorisation, attorney
for my mother, act for > behalf, authorisation, proxy, representative
know about me, see my data > access, personal, gdpr, subject
forget me, erase me, delete everything about me > erasure, deletion, forgotten, personal
who sees my, who gets my data, who has access > recipient, disclosure, access, visibility
sell my data, give my data to, pass on my details > disclose, third-party, recipient, share
leaked, hacked data, data got out > breach, incident, leak
don't track me, dont track me, opt-out, object to > opt out, objection, withdraw, consent
i agree, accept cookies, cookie banner > consent, cookies
take back permission, no longer agree > withdraw, revoke, consent
stop emails, stop mailing me, too many emails, ads by mail > unsubscribe, opt out, newsletter, marketing
ads, adverts, advertisement > advertising, marketing
filmed me > surveillance, camera, monitoring, footage
used for what > purpose, processing
`
