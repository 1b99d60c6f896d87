/**
 * What visitors say and what documents say for it in English: computers, screens, disks, printers,
 * sound and power. Compiled by hand: words in the senses that general dictionaries give first, and
 * phrases as people write them to support.
 */
export const devices = `
black screen, blank screen, screen stays black, nothing on screen, shows nothing, only black > display, blank, graphics, signal
blue screen, bsod, bluescreen > crash, driver, dump
kernel panic, system panic > kernel, crash
white screen, screen goes white > blank, render, graphics, load
no picture, no image, no signal > display, signal, monitor, hdmi
screen flashes, screen blinks, blinking screen, screen twitches > flicker, refresh, graphics
bleeps, peeps, beeping noise > beep, speaker, alert
gets hot, too hot, very warm, burning hot, runs hot, heat up > overheat, temperature, cooling, ventilation, thermal, fan
fan noise, noisy fan, loud fan, fan always on > cooling, temperature, speed
disk full, no space left, out of space, no room, out of room > storage, space, capacity, quota, cleanup
out of memory, oom, not enough memory > memory, ram, heap, swap, limit
eats memory, memory hog, uses too much memory, eats ram > memory, ram, usage, leak, consumption
uses too much cpu, high cpu, hogs the processor > cpu, processor, usage, performance, load
battery dies, battery drains, battery empty quickly, drains fast, eats battery > battery, drain, consumption, power
battery life, how long battery lasts, hours on battery > power, runtime, capacity
won't charge, wont charge, doesn't charge, doesnt charge, not charging > charger, battery, adapter
attach to computer > connect, cable
usb stick, thumb drive, flash drive, pen drive, memory stick, pendrive > usb, removable, flash
memory card, sd card, microsd > sd, card, removable, storage
hard drive, hard disk, harddisk, hdd, hard disc > disk, storage
burn a cd, burn a dvd, burn a disc > write, optical, iso, disc
cd rom, dvd rom, cd drive > optical, disc, drive
network drive, shared drive, file share > nas, smb, share, mount
external disk, portable drive, backup drive > external, removable, usb, drive
carve up disk, split the disk, divide disk > partition, repartition, resize
format a disk, wipe the disk, erase the drive > format, erase, filesystem, partition
make partition bigger, make partition smaller, extend a drive, shrink a disk > resize, partition, extend, shrink, expand
ntfs, ext4, fat32, exfat, apfs > filesystem, format
bad sectors, dying disk, disk is failing, clicking disk > disk, failure, sector, check, diagnostic
check the disk, scan the disk, chkdsk, fsck > check, repair, filesystem, integrity
free up space, make room, clear space, clean up disk, what takes up space, which files are big > cleanup, storage, space, delete, prune
takes up space, takes up room, how much space, how big is it > size, storage, space, usage, capacity
disk space, space left, remaining space > storage, capacity, available
dual boot, two operating systems, windows and linux together > boot, multiboot, bootloader, partition
boot from usb, start from stick, install from stick > boot, bootable, installer
boot order, which disk first > boot, bios, uefi, order, priority
safe mode, start without extensions, start clean > safe, diagnostic, troubleshoot
win10, win11, win 10, win 11 > windows
ubuntu, debian, fedora, redhat > linux, distribution
virtual pc, computer inside computer, emulated computer, computer in computer, pretend computer, virtual computer > virtual, vm, guest, hypervisor
copy into vm, clipboard in vm > clipboard, shared, guest, additions
share folder with vm > guest, host, mount
yellowish, yellow screen, colors look wrong > color, calibration, profile, night, temperature
turn it round, turn around > rotate
second screen, two screens, extra monitor, another monitor, two monitors > monitor, display, external, multiple, extend
show on tv, connect to tv, put on tv > hdmi, cast, mirror, display, external
same on both screens, duplicate screen > mirror, duplicate, display
screen goes off, screen turns off, display goes dark > timeout, sleep, screensaver, dim
wake up, wake from sleep, comes back on > wake, resume
won't wake up, wont wake up, doesn't wake, doesnt wake, black after sleep > wake, resume, sleep, hibernate
snap the screen, picture of the screen, capture the screen, print screen, prtscn, printscreen, screen capture, screengrab, snip > screenshot, capture
record the screen, film the screen, video of screen, film my screen, record what i do, screen recording > recording, screencast
remote control, control from afar, access from home, use from elsewhere > remote, desktop, vnc, rdp, ssh
touch screen, touchscreen > touch, gesture, tap
arrow on screen, mouse arrow, little arrow > cursor, pointer
cursor jumps, mouse jumps > touchpad, sensitivity, cursor, pointer
mouse too fast, mouse too slow, pointer speed > sensitivity, acceleration, pointer, speed
left handed, lefty, southpaw > left-handed, primary, button, swap
mouse wheel, scroll wheel, scrollwheel > scroll, wheel
scrolls wrong way, scrolls backwards > natural, direction, invert, reverse
won't print, wont print, doesn't print, doesnt print, nothing comes out, not printing > printer, queue, driver, spooler
both sides, double sided, front and back, two sided, back side > duplex, double-sided
cuts off edges, edge cut off, part missing on paper, doesn't fit page, doesnt fit page, print is cut off > margin, scale, fit, printable
stuck print job, stop printing, waiting print jobs > queue, spooler, job, cancel
paper stuck, paper caught, crumpled paper > jam, tray
streaks, smudges, stripes on paper, faint print, stripes on printout, faded print, pale print > cleaning, nozzle, toner, cartridge, printhead
paper drawer, paper box > tray, cassette
read in paper, paper to computer, make paper digital > scan, scanner, digitize
feed several pages, document feeder > adf, feeder
photo to text, picture to text, text from picture, read text in picture, extract text, scanned text > ocr, recognition
no sound, can't hear, cant hear, no audio, hear nothing, cannot hear, silent video > sound, audio, mute, volume, output
blasting, deafening > volume, loudness, gain
crackles, pops and clicks, stutters sound > audio, buffer, latency, sample, driver, distortion
nobody hears me, mic not working, can't be heard, cant be heard, can't hear me, cant hear me, voice not recorded > microphone, mute, permission
camera not working, can't see me, cant see me, cam, webcam not working > webcam, permission, driver
no internet, no net, no network, can't get online, cant get online, internet is down, net is down, no connection > network, connection, offline, wifi, internet
not recognized, not detected, doesn't see my, doesnt see my, not recognised > detect, recognize, driver, connection, device
cuda, vram > gpu, graphics, memory
sound card, soundcard, audio interface > audio, sound, driver, interface
hardware acceleration, use graphics card > gpu, acceleration, graphics
mobile data, phone network, mobile internet > cellular, sim, network, roaming
which phones, works on my phone, works on mac, runs on windows > compatibility, supported, platform, requirements
will it run, good enough computer, strong enough, what computer needed, what is needed > requirements, minimum, hardware, supported, prerequisite
swapfile, pagefile, virtual memory > swap, memory
multithreading, all cores, multi-core > thread, parallel, core, cpu
32 bit, 32bit, 64 bit, 64bit > architecture
m1, m2, new macs > arm64, apple, silicon
electricity, power use, eats power, energy use > power, consumption, energy, battery
energy saving, save battery, make battery last, save power > battery, power, saver, energy
power outage > ups, failure
wiggle, loose cable, loose connection > connection, cable, connector
cracked screen, smashed screen, dropped my phone, broken glass > replacement, repair
dusty, wipe clean > clean, dust
stolen laptop, lost phone, phone was stolen > remote, wipe, locate, lock, theft
sell my computer, give away computer, throw computer away > erase, wipe, reset, deauthorize, disposal
erase securely, delete so nobody recovers > shred, wipe, erase, overwrite, secure
without a trace, remove traces, cover tracks > history, clear, private, cache
clear the cache, empty cache > clear, purge
junk files, rubbish files, useless files > temporary, cleanup, cache
numbers don't type, numbers dont type, number pad dead, numpad not working > numlock, keypad, keyboard
some keys dead, key doesn't react, key doesnt react, keys not working, letter stuck > keyboard, key, driver, sticky
keyboard lights up, glowing keys, keyboard lamp > backlight, keyboard, brightness
types over text, eats letters, deletes when i type > overwrite, insert, overtype
strikes twice, letter twice, double letters > repeat, bounce, keyboard, rate
virtual keyboard, screen keyboard > on-screen, accessibility
own font, add a font, put in a font, different letters > font, install, typeface
curly letters, fancy writing > font, script, handwriting
fat letters, thick letters, heavier letters, heavy letters, thicker text > bold, weight
line under text > underline, strikethrough
add a printer, get printer working, printer not found > driver, install, detect, network
which printer, always wrong printer > default
print several on one, two pages per sheet, two on one page, several per sheet > layout, sheet, n-up, imposition
only some pages, certain pages, print one page, print some pages, just one page > range, print
letterhead, headed paper > template, stationery, header
colours look different, colors differ on paper, off color > color, profile, calibration, icc
picture too wide, stretched picture, looks squeezed > aspect, ratio, resolution, scaling
black bars, black edges, doesn't fill screen, doesnt fill screen, stripes above > aspect, ratio, overscan, letterbox
torn image, wavy lines > vsync, refresh, tearing, graphics
stripes on screen, lines on screen, dead pixel > display, pixel, graphics, driver, warranty
120hz, 144hz, 60hz, hertz > refresh, rate, frequency
uhd > 4k, resolution
which speakers, sound from wrong, sound from tv > output, audio, device, default
sound late, lips don't match, lips dont match, out of sync, lips do not match, sound behind picture > synchronization, delay, latency
one ear only, only left side, one speaker, only in one ear, one side only, left speaker only > mono, stereo, balance, channel
pass usb through > passthrough, guest
no bootable device, operating system not found, missing operating system, no boot disk > boot, bootloader, bios, partition, repair
grub rescue, mbr, boot sector > bootloader, boot, repair
secure boot, signed boot, tpm > secure, boot, uefi, firmware
all-in-one, mfp > printer, scanner, multifunction
photoshopped > edit, retouch
facetime, skype, zoom call > video, call, conference
wrist watch, smartwatch, smart watch, fitbit > watch, wearable
fold together, shut the lid, close the lid, lid closed > lid, sleep, suspend, power
on battery, unplugged, without mains > battery, power
power brick, plug pack > adapter, charger, power
short circuit > power, electrical, repair
psu, power supply > power, supply
`
