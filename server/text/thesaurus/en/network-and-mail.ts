/**
 * What visitors say and what documents say for it in English: e-mail, connections, addresses and
 * remote access. Compiled by hand: words in the senses that general dictionaries give first, and
 * phrases as people write them to support.
 */
export const networkAndMail = `
out of office, away message, auto reply, on holiday message > vacation, autoresponder, autoreply, absence
junk mail, junk email, unwanted mail, unwanted emails, rubbish mail, bulk mail > spam, junk, filter, unsolicited, blocklist
stop junk, fewer spam, less spam > antispam, spam, filter, blocklist, greylisting
mistaken for spam, wrongly marked spam, ends up in spam, lands in junk, goes to spam > whitelist, allowlist, false-positive, ham, spf, dkim, deliverability
came back, sent back, returned mail, comes back undelivered > bounce, undeliverable, rejected, returned
mailer daemon, delivery failed, failed delivery, could not deliver > bounce, undeliverable, non-delivery, rejected
stuck in outbox, won't send, wont send, can't send mail, cant send mail, not sending > smtp, queue, outgoing, relay, deferred
waiting to be sent, not sent yet, pile of mail, mail piling up > queue, outbox, deferred, backlog
send again, send it again > resend, redeliver, retry, requeue
send later, send tomorrow > schedule, delayed, defer
pass on mail, redirect mail, mail to another address > forward, redirect, alias
second address, extra address, another address, other email name, several addresses > alias, identity, secondary
throwaway address, disposable address, temporary email, burner email > disposable, alias, temporary
catch all, any address, every address, made up addresses > catchall, catch-all, wildcard
file with email, add a file, file to email, picture to email, paperclip, enclose > attachment
too large to send, mail too big, email too large > attachment, size, limit, exceed, maximum
winmail > attachment, tnef, mime
get off list, leave list, off the mailing list, no more newsletters, stop getting emails > unsubscribe, opt-out, list
get on list, join list, be on list > subscribe, subscription
who gets mail, who is on list, people on list > recipient, subscriber, member
who sent it, who wrote this mail, where mail came from > sender, header, origin
fake sender, pretend to be, faked address, somebody using my address, sent in my name > spoofing, forged, spf, dkim, dmarc, impersonation
blind copy, secret copy, hidden recipients > bcc
carbon copy, send a copy > cc
footer text, signature at end, text under mail > signature, footer
email title, headline of mail, mail heading > subject
mail headers, full headers, raw mail, source of message > header, source, raw
read confirmation, has been read, did they read it, know if opened > receipt, read, tracking
sort mail, sort my mail, automatically move mail, put mail in folders > filter, rule, sieve
inbox full, mailbox full, no room for mail, mail storage full > quota, storage, exceeded, mailbox
incoming mail, inbound mail > imap, pop3, incoming, mx
outgoing mail, outbound mail > smtp, outgoing, relay, submission
pull mail, collect mail, pick up mail, get mail from elsewhere > fetch, pop3, imap, retrieve
safe sender, trusted sender, let through > whitelist, allowlist, exempt, allow
stop someone writing me, block sender, block a person, annoying sender > block, blocklist, blacklist, ignore
chain mail, newsletter blast, mass mail, send to everyone > bulk, list, broadcast, campaign
mail loop, keeps replying, replies to itself, endless replies > loop, autoresponder, precedence
plain mail, no formatting, text only > plain, plaintext, unformatted
hold back, held back, kept back > hold, quarantine, moderation, defer
archive old mail, put away old, keep old mail > archive, retention
won't connect, wont connect, can't connect, cant connect, cannot reach, unable to connect, not connecting > connection, refused, timeout, unreachable
keeps disconnecting, drops out, keeps dropping, loses connection > disconnect, timeout, keepalive, reconnect, unstable
slow internet, internet slow, slow connection, slow net > bandwidth, speed, latency, throughput
how long until, how long before > timeout, expiry, duration, ttl
network cable, internet cable, lan cable, plugged in > ethernet, lan, wired
internet provider, internet company, broadband company > provider, isp, broadband
how much data, data used, data volume, eats my data > traffic, bandwidth, usage, consumption
same address always, fixed address, address keeps changing, permanent address > static, dynamic, dhcp, ip, dyndns
new address every time > dynamic, dhcp
name to address, find server by name, name not found, unknown host > dns, resolve, hostname, lookup
web address, site address, site name, internet name, www name > domain, url, hostname
own domain, own web address, my own name, custom address > domain, custom, dns, cname
buy a domain, get a domain, register a name > domain, registrar, registration
move domain, take domain elsewhere, switch provider with domain > transfer, registrar, authcode
who owns the domain, owner of domain > whois, registrant
network range, range of addresses, block of addresses > subnet, cidr, netmask, range
port open, open a port, port closed, let in from outside > port, firewall, forwarding, nat
open to the world, reachable from outside, reach from internet, get in from outside > public, expose, port, forwarding, remote
only from inside, only locally, local only, only this computer > localhost, loopback, bind, internal
bind address, which address, which interface > bind, listen, interface
network card, network adapter > interface, nic, adapter
someone else using port, port taken, port in use, already in use > port, conflict, bind, occupied
keep people out, don't let in, dont let in > block, deny, ban, firewall, restrict
turned away, not let in, keeps refusing > denied, refused, rejected, forbidden, unauthorized
middleman, in between server > proxy, intermediary, gateway, man-in-the-middle
share the load, spread load, spread over several, distribute work > balancer, cluster, distribute, scaling
from home, from abroad, from another place, away from office > remote, vpn, rdp
hide my ip, hide where i am, surf anonymously, hide my location > vpn, proxy, anonymous, tor
control other computer, someone elses computer, take over screen, other pc from here > remote, rdp, vnc, desktop
log into server, get on server, get onto machine > ssh, login, remote, shell
telnet, putty > ssh, remote, terminal
commands to type, by keyboard command > command-line, cli, shell, terminal
`
