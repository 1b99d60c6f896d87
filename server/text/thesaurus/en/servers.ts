/**
 * What visitors say and what documents say for it in English: websites, accounts, security,
 * operation and logs. Compiled by hand: words in the senses that general dictionaries give first,
 * and phrases as people write them to support.
 */
export const servers = `
password database, password file > vault, database
keep passwords, store passwords, remember my logins > vault, manager, password
fills in passwords, type password for me, enters login automatically > autofill, auto-type, autotype
make up a password, random password, think of password > generator
6 digit code, six digits, changing code, google authenticator > totp, otp, two-factor, authenticator
usb key login, security stick, yubikey > hardware, key, fido, webauthn
was my password stolen, hacked passwords > breach, compromised, exposed
if i die, when i die, family gets passwords > emergency, access
give password to, wife needs password, team passwords > share, collection
logs me out, locks itself, asks password again, locks too soon > timeout, lock, auto-lock
copied password stays, paste buffer > clipboard, clear
run it myself, my own server, on my machine, in house, host it myself > self-hosted, on-premise
put online, put on internet, get site online, bring online, make it public, put out there > deploy, upload, hosting, publish
go live, goes live, make live > publish, deploy, launch, production, release
down for repairs, under construction, closed for work, coming soon page > maintenance, downtime, placeholder
site down, site not working, page won't open, page wont open, website dead, can't open page, cant open page > outage, unavailable, downtime, unreachable
is it working, still alive > status, uptime, health, availability, healthcheck
page not found, dead link, broken link, link goes nowhere, missing page > 404, redirect, link
old address to new, send visitors to, point to new page, forward a page > redirect, rewrite, 301
goes round in circles, too many redirects, redirects forever > redirect, loop
looks old, old version showing, still shows old, changes not showing, doesn't update, doesnt update > cache, refresh, stale, purge, invalidate
clear history, clean browser, browser junk > cache, cookies, history, clear
found on google, show in google, google ranking, found by search engines > seo, indexing, sitemap, crawler, robots
not on google, hide from google, keep google away, keep robots out > robots, noindex, crawler, indexing
visitor numbers, how many visitors, count visitors, number of hits, who visits > statistics, analytics, traffic, visits
cookie notice, cookie popup, cookie question > consent, banner, gdpr
padlock, little lock, green lock, lock symbol > https, ssl, tls, certificate
not secure, not safe warning, connection not private, browser warns > certificate, https, ssl, tls, self-signed
cert expired, certificate ran out, out of date certificate > renew, expiry, certificate, acme
letsencrypt, lets encrypt, free certificate > acme, certificate, tls
self signed, home made certificate, own certificate > self-signed, certificate, ca, trust
encrypted mail, secret mail, sealed mail > encryption, pgp, gpg, s/mime
is file genuine, file not tampered, file intact, check download > checksum, hash, integrity, signature, verify
make a key, create key, new key > generate, keygen, keypair, token
crack password > attack, exploit, intrusion, breach, brute-force
security hole, loophole, security bug, leaky > vulnerability, cve, patch, flaw
guess password, keeps trying passwords, tries to get in > brute-force, lockout, fail2ban, ratelimit
hammering, too many visitors, swamped > ddos, rate-limit, overload, throttle, flood
fake mail, fake email, trick mail, suspicious mail, dodgy email > phishing, scam, spoofing, fraud
fake page, fake site, copycat site > phishing, fraud, spoofing
dodgy, fishy, shady, sketchy > suspicious, suspicion, phishing, fraud
ransom, files held hostage > ransomware, malware, extortion
eavesdrop, overhear, listen in, intercept > interception, sniffing, encryption
stalkerware, spying > spyware, malware, tracking
harden server, make safer, make it secure, lock it down > hardening, security, restrict
prove im human, not a robot, pick the pictures, traffic lights test > captcha, recaptcha, challenge, bot
second password, code on phone, code by sms, text code, extra login step > two-factor, 2fa, mfa, otp, verification
lost my phone, new phone no codes, no more codes > recovery, two-factor, backup, reset
can't log in, cant log in, can't sign in, cant sign in, won't let me in, wont let me in, cant get in, cant get into > login, sign in, authentication, credentials, locked
wrong password, password not accepted, password doesn't work, password doesnt work > credentials, invalid, incorrect, authentication, reset
locked out, too many tries, too many attempts > lockout, attempts, blocked
one login for all, same login everywhere, log in only once, login with company account > sso, single-sign-on, saml, oauth, ldap
log in with google, log in with facebook, social login > oauth, sso, openid, provider
without password, no password > passwordless, passkey, anonymous, key
face login, fingerprint login, touch login, face id, touch id, finger reader > biometric, fingerprint, passkey
password safe, password keeper, remember my passwords > vault, keychain, manager
good password, safe password, hard to guess > strength, complexity, password, policy
passwd, pwd, pw > password
get rid of account, close my account, leave for good, delete me > delete, deactivate, close, account, erasure
make an account, open an account, get an account > register, registration, sign up, create
account taken over, account stolen, someone in my account, someone using my account > compromised, hijacked, security, reset, unauthorized
change my name, got married > rename, username, profile, display
pretend other user, log in as someone, act as user, see as other user > impersonate, su, sudo
someone left company, employee left, leaver > offboarding, deactivate, revoke, deprovision
dsgvo, data protection > gdpr, privacy, protection, dpa
store about me > privacy, personal, export, gdpr, access
pass on my data, give my data away > disclose, disclosure, third-party, share, privacy
without name, nobody knows me, no name > anonymous, pseudonym
private window, private mode, leave no trace > private, incognito, history
who can see, who sees, can others see, can everyone see > visibility, privacy, public, permission, private
no right to, no permission, not permitted, won't allow me, wont allow me > permission, denied, forbidden, unauthorized, privilege
who is allowed > permission, role, privilege, authorization, acl
full rights, admin rights, as admin, all powerful, become boss > root, sudo, administrator, superuser, privilege
look but not change, only look, can't edit, cant edit, can't change it, cant change it > read-only, permission, locked, write
file belongs to, whose file, wrong owner > owner, ownership, chown, permission
run forever, always running, stay running, come back after crash > service, daemon, restart, supervisor, watchdog
do it later, run it later, not now but later > schedule, defer, delay, queue
one time, single time > one-time
what happened, what went on > log, audit, history
see what it does, watch it work > log, monitor, verbose, trace, status
log too big, logs fill disk, logs getting huge > rotation, logrotate, retention
more detail, more output, talkative, chatty > verbose, debug, log-level
less output, too chatty, shut it up > quiet, silent, suppress, verbosity, log-level
who changed it, who deleted it, who edited > audit, history, log, author, blame
heads up, let me know when, warn me, give me a shout > notification, alert, notify, warning
nagios, grafana, prometheus, zabbix > monitoring, metrics, alerting
busy server, server busy, working too hard, server overloaded, too much load > load, overload, cpu, capacity, performance
ram keeps growing, memory filling up > memory, leak, ram, usage
computer maxed out, maxed out, full throttle, fan running > cpu, load, usage, utilization
bigger server, more power, outgrown, handle more users, grow with us > scale, scalability, capacity, upgrade
how many users, how many people, how many at once > concurrent, limit, maximum, capacity
too many requests, too often, 429, asked too much > rate-limit, throttle, quota, limit, ratelimit
raise the limit, more room, more quota, higher limit > quota, limit, increase, upgrade
plug in disk, connect disk, new drive, usb stick on server > mount, partition, volume, format
network folder, shared folder, share drive > share, smb, nfs, mount
spare server, second server takes over, stand in server, backup server > failover, standby, redundancy, replica, high-availability
safety copy, spare copy, copy in case, in case it breaks > backup, snapshot, redundancy
restore point, go back to yesterday, bring back yesterday > snapshot, restore, backup, recovery
rescue > restore, recover, recovery
disaster recovery, everything gone, total loss, server burned > recovery, disaster, backup, restore
copy files to server, get files on server, send files to server > upload, ftp, sftp, scp, rsync
filezilla, file transfer program, winscp > ftp, sftp, upload
it guy, it people, tech guy, computer person > administrator, helpdesk, support
won't stop, wont stop, can't stop it, cant stop it, refuses to quit > kill, terminate, sigkill, stop, process
keeps crashing, crashes all the time, crashes constantly, falls over, keeps dying > troubleshoot, failure, exception, segfault
went wrong, gone wrong > error, failure, fault
red message, weird message, strange message > error, warning, exception
something strange, acting weird, weird behaviour, odd behaviour > unexpected, bug, anomaly, troubleshooting
security update, patched, unpatched, plug the hole > patch, vulnerability, update, cve
newest version, latest one, get newer one > update, upgrade, latest, release, version
little by little, step by step release, few users first > canary, gradual, staged, incremental, rollout
try safely, safe place to try > sandbox, staging, test, demo, playground
see before doing, only pretend, pretend run, without really doing > dry-run, simulate, preview
no longer supported, phased out, going away > deprecated, obsolete, eol, unsupported, end-of-life
old way, old style, old fashioned > legacy, deprecated, obsolete
needs other package, missing package, package missing > dependency, missing, install
works with, go together, get along with, fits with, play nice > compatible, support, integration, interoperability
raise a ticket, open a ticket, log a call > submit, ticket, issue, report
close ticket, done with ticket, ticket is done > close, resolve, status
give to colleague, pass to someone > assign, transfer, reassign, delegate, handover
important first, most important > priority, urgent, severity, critical
nobody replies, still no answer > escalate, response, unanswered, sla
how fast you answer, how quickly answered > response, sla, time
wish list, would be nice, missing feature, can you add > request, suggestion, feature, enhancement
form on website, let visitors write, contact box, let people write me > form, contact, submission
must be filled, field with star, have to fill in > required, mandatory, validation
box to tick, tick box, little square > checkbox, tick, option
pick from list, list to choose from, pull down list > dropdown, select, menu, choice
check what people type, check input, only valid input > validate, sanitize
ready made text, canned text, canned answer, standard answer > template, snippet, macro, canned
fill in names automatically, name in the letter, dear name > placeholder, merge, variable, template
kick in, changes ignored, setting ignored > apply, reload, restart, effective
without restarting, without stopping, while running > reload, hot-reload, graceful, zero-downtime, live
no interruption, no downtime, without outage > zero-downtime, failover, rolling
valid until, good for how long, run out when > validity, expiry, expiration
put behind password, password on page, lock a page > protect, password, authentication, htaccess, restrict
country block, block countries, only from my country > geoblocking, geoip, firewall
got banned, banned by mistake, am i banned > blocked, unban, fail2ban
live updates, update without reload, real time > realtime, websocket, streaming, push, live
put video on page, show on my site, inside my page > embed, iframe, widget
news feed, follow a page, get new posts > rss, feed, subscribe
short link, shorten link, tiny link > shortlink, redirect, url
underlined text, blue text > hyperlink, link
mobile friendly, on small screens, fits phone > responsive, mobile, viewport
blind users, for disabled, screen reader > accessibility, aria, a11y
fell over, went down, gone down > crash, outage, downtime, offline
unsafe > risk, insecure, security, warning
report abuse, report someone, complain about user > abuse, report, moderation
harass, bully, troll, rude people, bother, pester > harassment, abuse, bullying, block, report
in charge of server, look after site > administrator, maintainer, webmaster
bits and pieces missing, half of it missing > incomplete, truncated, partial
cut off, chopped off, ends suddenly, shortened > truncate, crop
zip file, tarball, tar.gz > archive, compress, extract
pointer to file, shortcut to file > symlink, link, alias
new user, add user, another user > create, useradd, account, invite
race condition, timing problem, order not guaranteed > race, concurrency, synchronization, lock
wait until, wait for, hold on until > await, async, sleep, delay
cheat sheet, quick reference, overview of commands > reference, cheatsheet, commands, overview
get started, first steps, newbie, where do i begin, where do i start, begin with, new to this > quickstart, getting-started, tutorial, introduction, beginner
hello world, simplest example, minimal example > quickstart, example, tutorial
error 500, http 500, says 500, internal server error > exception, log, failure
bad gateway, error 502, error 503, service unavailable > upstream, proxy, unavailable, overload, timeout
bad request, error 400, http 400 > malformed, invalid, parameter, validation
nginx, apache, httpd > webserver, proxy
mysql, mariadb, postgres, sqlite > database, sql
exit status, return value of program > exit-code, status
goes down under load, can't cope, cant cope > overload, capacity, scaling, load
leave running overnight, when im logged out > background, daemon, service, unattended
who is logged in, who is online, where i am logged > session, active, device
log out everywhere, sign out all devices, throw out other devices > session, revoke, logout
old phone number, changed my number, new number > recovery, two-factor, verification, update
new email address, changed my email, old email > update, verification, profile
confirmation mail missing, activation mail missing, never got code > verification, resend, spam, activation
link doesn't work anymore, link doesnt work anymore, link too old > expired, resend, token
app can't log in, app cant log in, program wants password > app-password, token, imap, smtp, credentials
blocked by company, school blocks, work blocks site > firewall, proxy, port
too many connections, all connections taken > limit, pool, concurrent
job didn't run, job didnt run, didn't run last night, didnt run last night, nightly job missed > cron, scheduler, log, failed
ran twice, runs twice, done twice > duplicate, idempotent, lock, concurrent
same request twice, double click submit > idempotent, duplicate
comes out wrong, wrong result, gives wrong answer > incorrect, bug, unexpected
hardcode, hard coded, fixed in code > constant, literal, configuration
password in code, key in code, leaked key, key got out > secret, revoke, rotate, credentials, leak
change key regularly, swap keys, replace key > rotate, renew
caps matter, upper or lower case, capital or small, capital matters, ignore capitals > case-sensitive, case, insensitive
superuser > root, administrator
`
