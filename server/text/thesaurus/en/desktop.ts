/**
 * What visitors say and what documents say for it in English: windows, files, settings and text on
 * a computer. Compiled by hand: words in the senses that general dictionaries give first, and
 * phrases as people write them to support.
 */
export const desktop = `
won't start, wont start, doesn't start, doesnt start, refuses to start, fails to start, not starting > startup, boot, failure, crash
won't boot, wont boot, doesn't boot, doesnt boot, can't boot, cant boot > bootloader, bootable, startup, recovery
won't turn on, wont turn on, no power, completely dead, flat battery, battery is empty, out of juice > power, battery, charge
won't turn off, wont turn off, won't shut down, wont shut down, never shuts down > shutdown, power off, hang, force
won't open, wont open, doesn't open, doesnt open, can't open, cant open > corrupt, unsupported
won't close, wont close, can't close, cant close > force, quit, terminate, kill, unresponsive
not responding, doesn't respond, doesnt respond, won't respond, wont respond, no reaction > unresponsive, freeze, hang
frozen, stuck, stands still, locks up, freezes up, hung, seizes up > hang, freeze, unresponsive, stall
goes down, blows up, dies on me, bombs out > crash, failure
closes by itself, closes itself, quits by itself, disappears suddenly, quits unexpectedly, closes unexpectedly, force closes, ctd > crash, unexpectedly
shuts itself off, turns itself off, switches itself off, turns off randomly > shutdown, overheat, power, timeout, idle
restarts by itself, keeps restarting, restarts itself, reboots randomly > reboot, crash, loop
boot loop, bootloop, endless restart, keeps rebooting > boot, recovery, restart, repair
full screen, whole screen, fill the screen, whole monitor, no bars around > fullscreen, maximize
make window bigger, enlarge window, blow up window > maximize, resize, enlarge
make window smaller, get window away, minimise > resize, collapse
drag the corner, change the width > resize, width, border
on top of others, always in front, stay on top > pin, topmost, foreground, above
tear off, pull out tab, separate window > detach, undock, window
keep in place > pin, lock, sticky
window vanished, window off screen, can't see window, cant see window, lost window > position, reset, monitor, layout
panel disappeared, toolbar gone, menu is gone, menu bar missing > toolbar, menu, panel, show
balloon help, hover text, mouseover text, little yellow text > tooltip
drop down, combo box, pulldown > dropdown, menu, list, select
grayed out, greyed, gray button, can't click, cant click, not clickable > disabled, unavailable, inactive, permission
right click menu, right mouse menu, popup menu > context
hamburger, three lines, three dots, burger menu > menu
cog, cogwheel, gear icon > settings, preferences
bin, wastebasket, trashcan > trash, recycle
get back deleted file, bring back deleted, recover deleted > restore, recover, trash, undelete, recycle
deleted by accident, accidentally deleted, deleted by mistake, oops deleted, wiped by accident > restore, recover, undo, trash, undelete
gone, vanished, disappeared, went missing, nowhere to be found > missing, lost, restore, recover
lost my work, lost everything, lost changes, work is gone > recover, recovery, autosave, restore, backup
didn't save, didnt save, forgot to save, closed without saving, not saved, crashed before saving > unsaved, autosave, recovery, draft
saves by itself, save automatically, save every minutes, auto save > autosave, automatic
go back, step back, reverse last action > undo, revert, previous
ctrl z > undo
old version, earlier copy, yesterday's version, previous copy, how it was yesterday, earlier versions, old copies > version, history, revision, restore, snapshot
older release, previous version, old version back, older version, undo update > downgrade, rollback, revert
factory settings, start from scratch, like new, original settings > reset, default, factory, restore
save somewhere else, save under another name, save a copy, under a new name > save as, copy, duplicate, export
where is it saved, where are files stored, where does it save, where is it kept > location, path, directory, folder, storage
loupe icon, magnifier icon, search box, search bar > search
search and replace, replace all, change every, find and change, swap a word, replace everywhere > replace, find, substitute, regex
doesn't find anything, doesnt find anything, search finds nothing, no results > index, search, results, match
put in order, in right order, alphabetical > sort, order, ascending
which key, what key, key combo, keys to press, keyboard command, keyboard combo > shortcut, hotkey, keybinding, key
change the keys, remap keys, assign a key, own shortcuts > shortcut, keybinding, customize, remap, keymap
without mouse, keyboard only, no mouse > keyboard, navigation, accessibility, shortcut, focus
wrong letters, types wrong characters, keys mixed up, y and z swapped > keyboard, layout, locale, input
qwerty, azerty, qwertz, dvorak > keyboard, layout
caps lock, capslock, all capitals, stuck in capitals > caps, capital, uppercase, shift
capital letters, block letters, big letters, shouting letters > uppercase, capital
small letters > lowercase
umlauts, accents, foreign letters, special letters > accent, diacritic, unicode, compose, character
strange characters, weird symbols, weird letters, funny characters, gibberish, gobbledygook, question marks instead, scrambled > encoding, unicode, utf-8, charset, garbled
squares instead of letters, boxes instead of text, little squares, empty boxes > font, glyph, missing, fallback
type too small, letters too small, text too small, can't read, cant read > font, size, zoom, scaling
tiny text, everything is tiny, everything too small > scaling, dpi, zoom, resolution, hidpi
everything too big, icons too big, too large on screen > scaling, zoom, dpi, resolution
bigger text, larger letters, make text bigger, bigger letters > font, size, zoom, enlarge, scaling
magnifying glass, loupe > magnifier, search
too dark, too dim, hardly visible > brightness, backlight, contrast
too bright, glaring, blinds me, dazzling > brightness, night
hurts my eyes, tired eyes, eye strain, easier on eyes > dark, brightness, night
dark mode, night mode, black background, dark theme > dark, theme, appearance, mode
day mode, white background, light mode > light, theme, appearance
looks ugly, look and feel, nicer looking > theme, appearance, style, skin
double click, doubleclick, click twice > double-click, open, activate
pull across, drag and drop, drag over > drag, drop, move
mark text, mark all, mark everything > select, highlight
grab everything, magic wand, lasso, marching ants, dotted selection > select
copy and paste, copypaste, cut and paste > clipboard, copy, paste, cut
paste without formatting, paste plain, lose the formatting > paste, plain, unformatted
bring up to date, get latest > update, upgrade
up to date, current version, which version, what version > version, update, latest
keeps updating, updates all the time, nagging updates, stop updates > automatic, disable, postpone, notification
update failed, update stuck, can't update, cant update > error, repair, manually, rollback
update by itself, automatic update, autoupdate > automatic, update
what changed, what is different now, new features, what's new, whats new > changelog, changes, release
test version, early version, try early > beta, preview, nightly, insider
install without internet, offline install > offline, standalone
install without admin, no admin rights, not an administrator > portable, user, privilege, administrator
no installation, run without installing, run from stick > portable, standalone
put on my computer, load onto > install, download, setup
can't install, cant install, installation fails, won't install, wont install > error, requirements, permission
take off my computer, remove completely, leftovers > uninstall, remove, cleanup, residual
install quietly, silent install, unattended install > silent, unattended, deployment
install everywhere, many computers > deploy, unattended, rollout
too big to send, file too large, file too big > size, limit, compress, split, maximum
file type, kind of file, file ending, file suffix > extension, format, type
open with, default program, standard program > default, association, application
double files, same file twice, duplicate files > duplicate, deduplicate
filepath, where on disk, which folder > path, location, directory
icon on desktop, put on desktop, start icon > shortcut, icon, desktop, launcher
next to the clock, by the clock, icon near clock > tray, notification, systray, taskbar
systray, notification area > tray, notification, taskbar
run in background, keep running, still running after closing, keep it running > background, service, daemon, process, tray
task manager, running programs, see what runs > process, task, monitor
end task, force quit, force close > terminate, quit, stop, process
start with windows, start at login, start automatically, opens on its own, start by itself, run at startup, start with computer > startup, autostart, login, automatic
opens by itself, starts by itself, comes up automatically > autostart, startup, automatic, launch
several at once, run twice, open it twice, two copies running > instance, multiple, concurrent
another window, open twice > window, new, instance, duplicate
open where i left, continue where left, same windows again > session, restore, resume, workspace, reopen
desktop picture, picture behind > wallpaper, background
recently used, last opened, opened lately, opened before > recent, history
invisible files, hidden files, dot files, dotfiles > hidden, show, dotfile
read only, write protected, can't change file, cant change file > read-only, permission, write, locked, protected
access denied, permission denied, no rights > permission, access, privilege, ownership, administrator
file in use, file is locked, used by another program > lock, process, sharing
run as admin, as administrator, with admin rights > administrator, elevate, privilege, sudo
lock the computer, lock screen, walk away from computer > lock, screen, timeout
unlock with face, unlock with finger > biometric, fingerprint, face
password protect, put a password on, lock a file, protect with password > password, encrypt, protect, lock
scramble, make unreadable, secret code, lock the contents > encrypt, cipher
bitlocker, luks, filevault, veracrypt > encryption, disk
for children, keep kids away > parental, child, restrict
says it's a virus, flagged as virus, blocked by antivirus, virus warning > antivirus, quarantine, exclusion, signature, false
iptables, ufw, nftables > firewall
unknown publisher, unidentified developer, untrusted app > signature, signed, gatekeeper, smartscreen, certificate
phone home, tracks me, calls home, sends data home > telemetry, tracking, privacy, analytics
make a backup, save everything, keep copies, copy everything safely > backup, snapshot, archive
get files back, get my data back, bring back files, rescue files, undelete > restore, recover, recovery, backup
salvage, save from disk > recover, recovery, rescue, repair
only what changed, only changed files, only new files > incremental, differential, delta
image of disk, copy whole disk, clone disk > image, clone
how often backed up, backup every day, nightly backup > schedule, frequency, interval, backup
throw out old backups, delete old backups, keep how many backups > retention, prune, rotation, expire, forget
test my backup, is backup ok, backup complete > verify, check, integrity
damaged file, corrupted, file is broken > corrupt, repair, damaged, recover, integrity
new computer, new pc, move to another computer, switch computers > migrate, transfer, export, import
take my settings with, bring settings over, same settings everywhere > export, import, sync, profile, migrate
offsite, cloud backup, copy in cloud > cloud, remote, backup
same on all devices, on all my computers, keep in step > sync, synchronize
icloud, onedrive, dropbox, google drive > cloud, sync, storage
speed up, make faster, faster please, run faster, run smoother, quicken > performance, optimize, speed, acceleration, tuning
snappy > performance, speed
slow start, slow boot, takes long to start, starts slowly > startup, boot, performance, speed
never loads, keeps loading, spinning wheel, hourglass, loads forever > load, hang, progress, performance, timeout
progress bar, how far along, how much left > progress, status, remaining
is it finished, done yet > status, progress, complete
error message, error code, says error, throws an error > message, code, log
what's this message, whats this message > meaning, error, explanation
stopped working, worked yesterday, suddenly broken > troubleshoot, regression, update, error, failure
tell the developers, found a bug > report, bug, issue, feedback
see what happened, what went wrong, find out why, find the fault, what's wrong, whats wrong > log, debug, diagnostic, troubleshoot
in my language, other language, speaks german, in english > language, locale, translation
wrong language, suddenly in english, everything in chinese > language, locale, region
changes my words, replaces what i type, keeps correcting, changes what i type > autocorrect, replacement, correction
completes my words, guesses words, suggests as i type, finishes my words, suggest while typing, guesses what i type > autocomplete, completion, suggestion, prediction
right to left, arabic, hebrew > rtl, bidirectional, direction
wrong time, clock is wrong, time is off, hour off, an hour off, clock wrong > timezone, clock, time, ntp
american dates, date format, day before month > date, format, locale, region
12 hour, 24 hour, am pm > time, format, clock
comma instead of point, decimal comma, decimal point, dot or comma > decimal, separator, locale
blind, can't see well, cant see well, poor eyesight, visually impaired, bad eyes > accessibility, reader, contrast, magnifier
handicapped, disability, impaired > accessibility, assistive
dictate, type by voice, talk instead of type, speak to type > dictation, speech, voice, recognition
deaf, hard of hearing, hearing impaired > captions, subtitles, accessibility, visual
colourblind, colorblind, color blind, can't see red, cant see red > color, accessibility, contrast, palette
shaky hands, tremor, slow typist > accessibility, sticky, keys, slow
makes me dizzy, motion sick, too much movement > animation, motion, reduce
change settings, where to change, set differently > settings, preferences, configuration, options
won't remember, wont remember, forgets settings, keeps forgetting, doesn't keep settings, doesnt keep settings > save, persist, settings, configuration, reset
settings file, ini file, where settings live > configuration, config, settings, path, profile
regedit, windows registry > registry
annoying, bothers me, drives me crazy, nagging, bugging me > disable, hide, notification, dismiss
stop asking, keeps asking, asks every time, asks again and again > prompt, confirmation, remember, disable
are you sure, confirm before, ask before > confirmation, prompt, warning
don't disturb, dont disturb, leave me alone, not be disturbed, do not disturb, quiet time > disturb, notifications, mute, focus
ping sound, ding, makes a noise > sound, notification, alert, beep
wake me, alarm clock, egg timer > alarm, timer
black window, dos prompt, dos box, command window, type commands > terminal, console, shell, command, prompt
cmd key, apple key, command key, windows key, win key > cmd, command, meta, super
do same thing repeatedly, repeat actions, automate clicks, recorded steps > macro, automation, script, batch
rename many files, rename lots > batch, bulk
boot disk, rescue disk, rescue stick, recovery disk > rescue, recovery, bootable, live, media
live cd, try without installing, live stick > live, bootable, usb, iso
put iso on stick, write image to stick, make install stick > bootable, flash, write, image, usb
bricked, dead after update > recover, firmware, recovery, flash, reset
forgot password, forgotten password, can't remember password, cant remember password, don't know password, dont know password, lost password > reset, recovery
several people one computer, shared computer, family computer > user, account, profile, multi-user
switch user, other person > user, account, switch
logged out, kicks me out, throws me out, signed out > session, logout, timeout, expire
user folder, home folder > profile, home, directory
scroll bar, bar at the side > scrollbar, scroll
button missing, can't find button, cant find button, where's the button > toolbar, menu, hidden, customize
dll > library, runtime, redistributable, missing, dependency
purchased > license
product key, key doesn't work, key doesnt work, enter my key > license, activation, serial, register
how many computers, on two computers, second computer > license, device, activation, seats, limit
open source, foss, source code > open-source, license, source
thick, thin > thickness, stroke
frequent > frequency, interval
safe to delete, can i delete, may i delete > remove, safe, cleanup
unstable > stability, crash, unreliable
handle big files, huge files, large files > size, limit, performance, maximum
like a negative, swap black and white > invert, negative
line around, edge line, dotted line, frame around, box around > border, outline, frame
see more, see everything, show more, show hidden part > expand, show, scroll, view
look before opening, quick look > preview
glance > overview, dashboard, summary
hidden menu, secret settings, expert settings, expert mode, expert options > advanced, settings, hidden, flags
guided setup, step by step setup, holds my hand > wizard, assistant
too many notifications, constant messages, bombarded > notification, mute, disable, frequency
dnd mode > notifications, focus, mute
lock up my files, keep others out, nobody else can open > encrypt, password, permission, lock
give vm more memory, vm too slow, more cores > memory, cpu, allocate, virtual, performance
wipe everything and reinstall, fresh install, clean install, install anew > reinstall, format, clean, installation
network storage, home server > nas, storage, network, server
copy takes forever, copying slow, slow transfer > transfer, speed, throughput, copy
file name too long, path too long > path, length, limit, filename
weird file name, forbidden characters, illegal character > filename, character, invalid, reserved
can't delete file, cant delete file, won't delete, wont delete, file won't go away, file wont go away > delete, permission, locked, process, force
can't rename, cant rename, won't rename, wont rename > permission, extension
can't save, cant save, won't save, wont save, saving fails > write, permission, read-only, space
saved over, replaced by mistake > overwrite, version, restore, recover, backup
two people same file, somebody else changed, edited at same time, both changed, changed by two people, overlapping changes > conflict, merge, concurrent
won't sync, wont sync, doesn't sync, doesnt sync, not syncing > synchronization, conflict, connection
end of life, still supported, how long supported > lifecycle, support, deprecated, maintenance
computer is ill, somebody in my computer > malware, security, antivirus, compromise
macbook, thinkpad, netbook > computer, laptop, notebook
turned off by itself, switched off overnight, disabled itself > reset, default, update, disabled
look different, changed overnight, new design > update, theme, layout, interface
old look, classic look, like before update > classic, legacy, theme, appearance, layout
status bar, bottom bar, bar at bottom > statusbar, status, taskbar
top bar, bar at top, strip at top > toolbar, menubar, menu, titlebar
find a word, search in page, search inside text > search, find
whole word, exact word, exactly this > exact, whole, match, phrase
fuzzy search, similar words > fuzzy, similarity, approximate
sort into folders > organize, category, tag
make wider, too narrow, broader > width, resize
in the middle, middle of page > center, centre, align
red dot, little number, number on icon > badge, notification
podman, docker > container
`
