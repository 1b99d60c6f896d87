/**
 * What visitors say and what documents say for it in English: photos, videos, music, drawings,
 * models and cameras. Compiled by hand: words in the senses that general dictionaries give first,
 * and phrases as people write them to support.
 */
export const picturesAndSound = `
see-through, seethrough, glassy, clear background > transparent, opacity, alpha
no background, white behind logo, cut out background, remove backdrop > transparency, background, alpha, mask
background turned black, black instead of transparent > transparency, alpha, png
cutout, snip out, isolate person > crop, select, mask, extract
chop off, trim edges, cut edges, cut a piece out > crop, trim, clip
pimple, spots on face, acne, blemish > heal, clone, retouch
scratch on photo, dirt spots > heal, clone, retouch, inpaint, despeckle
touch up, fix up photo, make nicer > retouch, enhance, adjust
photobomb, remove person, take object out > clone, inpaint, heal, eraser
wrinkles, smooth skin > smooth, blur, soften, heal
devil eyes, eyes are red, red pupils, glowing eyes > red-eye, redeye, flash
crisp, clear picture, sharp > sharpness, sharpen, resolution
smudged, shaky, wobbly, jittery > stabilization, deshake, blur
blurred background, fuzzy background, only face sharp > blur, depth, bokeh, aperture
pixelated, blocky, pixely, jagged, stair steps > resolution, antialiasing, interpolation, pixel
grainy, speckled, noisy picture > noise, denoise, iso, reduction
too dark, gloomy, cannot see anything > brightness, exposure, gamma, lighten
too bright, washed out, overexposed, blown out, too white > exposure, brightness, highlights, contrast
flat looking, dull, milky, foggy picture > contrast, levels, dehaze, saturation
too yellow, too blue, orange tint, color cast, wrong tint > balance, temperature, white, tint
vivid, vibrant, more colorful, colours pop, colours stronger > saturation, vibrance
pale, faded, washed out colors > saturation, vibrance, contrast
black and white, no colors, b&w > grayscale, monochrome, desaturate
look old, old fashioned, antique look, brownish > sepia, vintage, retro
looks like a painting, like a drawing, painted look, cartoon look > filter, effect, artistic, stylize
color a photo in, colour in, paint in color > colorize, fill, bucket
inverted, opposite colors > invert, inversion
swap one color, change a color, turn red into blue > replace, hue, recolor, color
pick up a color, which color is this, get color from > eyedropper, picker, pipette
paint bucket, pour paint, fill in color > fill, bucket, flood
rainbow, fade from one color, blend of colors > gradient
colors look different, colors differ on screen, colors off > profile, icc, calibration, management
colors on paper differ, printed colors wrong > profile, cmyk, calibration, icc
can only draw inside, nothing happens when painting, brush does nothing > selection, layer, lock, mask
lying over each other, stack pictures, picture over picture > layer, overlay, composite
bring to front, in front of, behind other > order, raise, arrange, stacking
stick layers, one layer, squash layers > flatten, merge
stencil, cover part, hide part of picture > mask
mirrored, left and right swapped > flip, mirror, horizontal
horizon tilted, horizon slanted, tilted photo, not level > straighten, rotate, horizon
falling buildings, leaning buildings, lines not parallel > perspective, distortion, lens
fisheye, bulging, curved lines > distortion, lens, correction
dark corners, corners darker > vignette, vignetting, shading
colored edges, purple edges, color fringe > aberration, chromatic, fringing
stretched, squashed, squeezed, looks fat, distorted > aspect, ratio, proportion, scale
keep proportions, without stretching, same shape > aspect, ratio, constrain, proportional
picture too big, too many megabytes, file too heavy > compress, resize, quality
round corners, rounded edges, soft corners > rounded, corner, radius, fillet
drop shadow, shadow under, 3d text look > shadow, effect
glow, shine, shiny > gloss, reflection, specular
write on picture, words on a photo, text on image > text, caption, label
speech bubble, talk bubble > callout
outline of letters, stroke around text, edge on letters > outline, stroke, border
text in a circle, curved text, bent text, arched > path, curve, text
put pictures together, several photos in one, photo grid > collage, montage, merge
wide picture, join photos, stitch > panorama, stitching
several exposures, window bright room dark > hdr, bracketing, exposure
meme, gif, animated picture, moving picture > animation
image type, picture format > format, extension, filetype
jpeg artifacts, blocks in picture, ugly after saving > quality, compression, lossless
heic, iphone photos > heif, convert
raw photos, camera raw, cr2, nef, dng > raw, develop, demosaic
develop photos, raw development > raw
where photo was taken, when photo taken, photo location, photo details > exif, metadata, geotag, gps
wrong date on photos, photo time wrong, camera clock wrong > exif, timestamp, date, metadata
sort my photos, organise pictures, put photos in albums > album, tag, organize, collection
stars on photos, mark best ones, pick favourites > rating, favorite, flag
who is in picture, find faces, recognise people > face, recognition
look through pictures, show one after another, photo frame > slideshow, viewer
movie maker, cut movie, edit a film > video, editor
cut video, shorten video, cut the beginning, cut the end, cut a bit out > trim, cut, split, clip
stick clips together, join videos, put videos together > merge, concatenate, join, concat
slow mo, slow down video > speed, slow-motion, framerate
time lapse, speed up video, quick motion > timelapse, speed, frame
backwards video, play in reverse, run backward > reverse
video sideways, film turned > rotate, transpose
words at bottom, text on film, words on screen > subtitle, caption
subtitles late, subtitles too early, subtitles off > delay, sync, offset
burn in subtitles, hardsub, fixed subtitles > subtitle, burn, hardcode
video too big, movie takes much space, shrink movie > bitrate, compress, encoder, resolution
quality bad, poor quality, looks awful > quality, bitrate, resolution
hd, 1080p, 720p, 4k > resolution
can't play, cant play, won't play, wont play, does not play, unplayable > codec, playback, decoder, format
change video type, turn video into, make into mp4 > convert, transcode, encode, format
make the final video, save as movie, finished film > export, render, encode
green screen, greenscreen, chroma key, blue screen behind, fake background > chroma, key, background
little video in corner, video in video, my face in corner > picture-in-picture, overlay, pip, webcam
pull pictures from video, still from video, single picture from film > frame, snapshot, extract
freeze frame, still image > snapshot, frame
only the sound, music out of video, sound from video > audio, extract, export
rip, copy cd, cd to computer > extract, import
go live, broadcast myself, twitch, livestream > stream, broadcast, live
loading circle, spinning circle, stops to load > buffering, cache, loading
tv stick, throw on tv, play on telly > cast, dlna, streaming, chromecast
louder > gain, amplify, boost
some songs louder, different loudness, same loudness, even out volume > normalize, loudness, replaygain, compressor
loud and quiet parts > compressor, dynamics, limiter, leveling
hiss, buzzing > noise, reduction, denoise, gate
background noise, wind noise > suppression, reduction, gate
crackle, glitchy sound > buffer, latency, clipping, click
scratchy sound, too loud recording, distorted sound, overdriven > clipping, distortion, gain, limiter
echoey, hear myself > echo, monitoring, reverb, cancellation
howling, squealing, whistle in speaker > feedback
hall sound, sounds like church, bathroom sound > reverb, echo
tinny, muffled, boomy, too much bass > equalizer, eq, treble, frequency
get rid of singing, karaoke, remove the singer, without voice > vocal, isolation, removal, instrumental
higher voice, lower voice, chipmunk, sing out of tune > pitch, autotune, tuning
song faster, slow song down, beats per minute > tempo, speed, bpm
clicking while recording, beat to play along, tick tock > metronome, click
fade out, get quieter, ends softly, fade in > fade, envelope, crossfade
pause between songs, gap between songs, no gap > gapless, crossfade
both ears, two channels > stereo, balance
record my voice, tape myself, voice memo > record, microphone
cassette, vinyl, old records > record, digitize, input
several tracks, record over, play over recording > multitrack, overdub, track
mix songs, blend songs, mix together > mix, mixer, crossfade
repeat forever, plays again, on repeat > loop, repeat
random order, mixed order, shuffle songs > shuffle, random
song list, list of songs, queue up > playlist, queue
song words, words of song, text of song > lyrics
cover picture, picture of album > cover, artwork, art
song names wrong, title missing, unknown artist > tag, metadata, id3
radio shows, talk shows, episodes > podcast, feed, subscribe
piano keyboard, music keyboard, synth > midi, controller, synthesizer
sheet music, written music, music notes > score, notation, staff
note lines, five lines > staff, stave
play in other key, change the key > transpose, transposition
instrument sounds, more instruments > soundfont, sample, synthesizer, plugin
tune guitar, out of tune > tuner, pitch
guitar sheet, finger positions > tablature, tab, chord
drawing tablet, pen tablet, graphics tablet, wacom > tablet, stylus, pressure
press harder, thin and thick strokes, pen pressure > pressure, sensitivity, stylus
rubber, rub out, eraser > erase, clear
wobbly lines, shaky lines, lines not smooth > stabilizer, smoothing, brush
straight line, ruler line > ruler, constrain, straight
perfect circle, exact square, round shape > ellipse, constrain, shape
curvy, bend a line, bent line > curve, bezier, node, spline
scalable, logo stays sharp, enlarge without blur > vector, svg
picture to vector, turn into outlines, trace logo > trace, vectorize, bitmap
tie together, stick objects together, move together > group
sticks to grid, jumps to grid, won't go where wanted, wont go where wanted > snap, grid
technical drawing, floor plan, house plan > cad, plan, dimension, drawing
show the lengths, measurements > dimension, measure, length
inches, centimeters, millimeters > unit, scale
true to scale, right size on paper > scale, print, viewport
hollow, cavity > shell, pocket, boolean
drill a hole, make a hole, hole in part > pocket, difference, boolean
pull up shape, give thickness, make it 3d > extrude, pad, thickness
stick shapes together, weld shapes, subtract shape > boolean, union, difference
bevel, sloped edge, break the edge > chamfer, fillet
edges rounded, round the edge > fillet, bevel
3d printing, print a model, 3d printer > slicer, stl, gcode, printing
stringy, strings on print, hairy print > stringing, retraction
print comes loose, does not stick, corners lift > adhesion, warping, bed, brim
bones in model, make character move, skeleton > rig, armature, bone
wrap picture on model, put image on object > texture, uv, mapping, unwrap
key frame, movement over time > keyframe, animation
boxes and arrows, flow diagram, process picture > flowchart, diagram
org chart, who reports to whom, family tree > hierarchy, organization, tree, chart
mind map, idea map, thought map > mindmap, brainstorm
arrow between, line between boxes, connect boxes > connector, edge, arrow
cctv, security camera, baby cam, spy camera > camera, surveillance, nvr
alarm when someone moves, movement alarm, notices movement > motion, detection, alert
false alarms, goes off for cats, trees set it off > sensitivity, zone, mask, threshold, motion
see in the dark, night view, nighttime > infrared, ir, night
camera keeps dropping, camera goes offline, loses camera > rtsp, connection, reconnect, stream
ip camera, network camera, wifi camera > rtsp, onvif
old recordings, disk full of video > retention, storage, recording, purge
watch from away, see home from work, look from phone > remote, access, live
number plates, license plate, licence plate > lpr, anpr, recognition
tell people apart, spot people, is it a person > detection, object, recognition, person
selfie, front camera > camera, portrait
self timer, take picture later, take picture automatically > timer, interval, delay, intervalometer
camera shake, hand shake, tripod > stabilization, shutter, blur
many shots quickly > continuous
tethered, camera to computer, shoot from computer > tethering, remote
camera not found, camera not showing up > detect, usb, connection
`
