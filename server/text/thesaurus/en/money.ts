/**
 * What visitors say and what documents say for it in English: banks, payment, debts, taxes and
 * bookkeeping. Compiled by hand: words in the senses that general dictionaries give first, and
 * phrases as people write them to support.
 */
export const money = `
money program, household book, home accounting, bookkeeping > accounting, finance, ledger
where my money goes, what i spend, money spent, spent on > expense, spending, report, category
pay check, wages > income, salary, deposit
giro, bank account > account, bank, checking
money left, how much left, what i have left > balance, remaining, budget
spending limit, plan my money, monthly allowance > budget
spent too much, overspent, gone over > overspending, budget, negative, exceeded
match with bank, agree with bank, check against statement > reconcile, reconciliation, statement
does not add up, balance wrong, off by some cents, numbers don't match, numbers dont match > reconcile, imbalance, discrepancy, balance
mark as checked, gone through bank > cleared, reconciled, status
bank paper, bank printout, account printout > statement
download from bank, get bank transactions, load bank entries, connect bank > import, ofx, qif
online banking, homebanking, hbci, fints > banking, connection
move money, send money between accounts, between two accounts > transfer
every month bill, rent each month > scheduled, recurring, transaction, payment
future payment, upcoming bills, bills due > scheduled, due, upcoming
groceries, food shopping, type of expense > category, expense
sort my expenses, group expenses > category, categorize, rule, tag
one receipt several things, part food part clothes, divide a payment > split, transaction
shopkeeper, whom i paid, who i paid, who got money > payee, recipient, vendor
entry twice, booked twice, payment shows double > duplicate, transaction
wrong entry, wrong amount entered, typed wrong amount > edit, correct, transaction
beginning amount, money at start, start balance > opening, balance, starting
petty cash, money in pocket > cash
lent money > debt, loan, liability, owed
how rich > net, worth, assets
belongings, valuables > asset
stock market, etf, mutual funds, my shares > investment, portfolio
share price, stock prices, current price > quote
dollars and euros, foreign money, different money > currency, exchange, rate
conversion rate > exchange
end of year, year end, close the year > closing, fiscal
financial year, business year > fiscal
monthly overview, yearly overview, overview of money > report, summary, dashboard
goods in store, sell goods, bill a customer > invoice, inventory, customer
charged twice, billed twice, paid twice, double charge, took money twice > duplicate, charge, refund, payment
overcharged, too much money, ripped off, charged too much > overcharge, billing, refund, dispute
don't recognise, dont recognise, strange charge, didn't buy this, didnt buy this, unknown payment > unauthorised, fraud, transaction, chargeback, dispute
took my money, money gone, money disappeared, money taken > debit, charge, withdrawal, transaction
payment bounced, didn't go through, didnt go through, card declined, payment refused > decline, reject, failed, payment
can't afford, cant afford, can't pay, cant pay, short of money, skint > arrears, hardship, instalment, debt, financial
behind on payments, missed a payment, paid late, forgot to pay > arrears, overdue, late, reminder, penalty
pay later, pay bit by bit, spread the cost, pay off, klarna > instalment, financing, credit
in instalments, part payment, in stages > instalment, partial
pay up front, in advance, down payment > deposit, prepayment, advance
dunning, chasing letter, final demand, payment reminder > reminder, overdue, arrears
bailiff, debt collector > debt, collection, enforcement, recovery
standing order, direct debit, autopay, automatic payment, recurring payment > debit, mandate, recurring, direct
send money, transfer money > transfer, remittance, bank, payment
paypal, apple pay, google pay, venmo > payment, method, wallet
visa card, mastercard, amex > card, credit, debit
cashpoint, cash machine > cash, withdrawal, atm
take out money, take money out, get cash > withdraw, cash
put money in, pay in, top up, add money > deposit, top-up, credit, balance
how much is left > balance, account, remaining
overdrawn, below zero, negative balance > overdraft, balance, interest
bank statement, account history, list of payments > statement, transaction
swallowed my card, ate my card, card stuck > atm, retained, replacement
lost my card, card stolen, freeze my card, cancel my card > block, lost, stolen, replacement
tap to pay, tap and go, touchless > contactless, nfc, payment
secret number, forgot my pin, pin number > pin, code, reset
house loan, borrow for a house, property loan > mortgage, loan
early repayment, pay back early, settle early > repayment, prepayment, settlement, penalty
nest egg, put aside, save up, rainy day > savings, deposit, account
do my taxes, file taxes, inland revenue > tax, return, filing, declaration
write off, tax deductible, set against tax, claim back tax > deductible, expense, tax
get tax back, tax rebate > refund, rebate
taxman, tax office, tax people > tax, authority, revenue
import tax, customs charge, border tax > customs, duty, import
quid, bucks, dollars, euros > currency, price, amount
scammed > phishing
phishy > phishing, fraud, suspicious
at the earliest, soonest > earliest, advance, start
be let off, excused > exemption, waiver, release
special case, make an exception, bend the rules > exception, exemption, hardship
let me off, forgive > waiver, waive, goodwill
pay the difference, extra charge, additional fee, pay extra > surcharge, supplement, additional
hidden costs, sneaky charge, extras on the bill > fee, surcharge, additional, charge
price went up, got more expensive, put up prices, dearer > increase, price, adjustment
can't justify price, cant justify price, overpriced > price, expensive, cost
worth it, value for money > value, benefit, review
do i owe, money i owe, still to pay > outstanding, debt, balance, due
owed to me, you owe me, my money due > credit, refund, outstanding
credit note, store credit, money on account > credit, balance, voucher
can't find my bill, cant find my bill, where's my invoice, need a bill > invoice, download, receipt, copy
where amount comes from, explain bill > breakdown, calculation, itemised, charges
doesn't add up, doesnt add up, wrong amount > calculation, incorrect, amount, discrepancy
turned down, said no, say no, knocked back, application denied > rejected, refused, declined, denied
why was i refused, reason for no > rejection, reason, grounds
has it been approved, where is my application > status, progress, application, processing
heard nothing, no answer, no reply, radio silence > response, processing, status, reminder
jump the queue > expedite, priority, express
lend out, let a friend use > lend, transfer, share, third-party
share with family, family plan, whole family > household, shared
for couples, with my partner > couple, partner, joint
in both names, together with my wife, shared account > joint, account, co-owner
someone else's name, not in my name, on another name > holder, behalf, third-party, transfer
cheque > check
`
