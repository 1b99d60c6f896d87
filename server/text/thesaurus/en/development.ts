/**
 * What visitors say and what documents say for it in English: programs, data, versions and
 * tickets. Compiled by hand: words in the senses that general dictionaries give first, and phrases
 * as people write them to support.
 */
export const development = `
connect two programs, link with other app, talk to each other > integration, api, webhook, connect
ping me when, tell my server, call my url > webhook, callback, notification, event
api key, access key, api token, access token > token, key, api, credential
ask again and again, check again and again, keep checking > polling, interval, webhook
next page, more results, only first results, not all results, only shows 100 > pagination, page, limit, offset, cursor
newest first > sort, descending
star character, joker, any characters > wildcard, asterisk, glob
error list, long error, wall of error text > traceback, stacktrace, exception
silence warning, get rid of warning, hide warnings > suppress, disable, ignore
leave alone, don't touch, dont touch, keep as is, hands off > ignore, exclude, preserve, unchanged
whole number, round number, without decimals > integer, int, round
yes or no, true or false > boolean, bool, flag, toggle
empty value, nothing in it, no value > null, none, nil, empty, undefined
turn into, make into, change into > convert, conversion, cast, transform
read in, make sense of file > parse, parser, import, load
go through all, go through each, loop over > iterate, loop, foreach
endless loop, goes on forever, never ends, never stops > infinite, loop, recursion, terminate
subfolders too, folders inside folders, all levels, with everything inside > recursive, nested
name rules, what to call it > naming, identifier, convention, rename
unique number, number of record, internal number > id, identifier, uuid, key
shows up twice, comes twice, got it twice, sent twice > duplicate, deduplicate, repeated, idempotent
no screen, without screen, without window, without browser > headless, unattended
step through, line by line, look inside program > debug, debugger, breakpoint, trace
glitch, hiccup, quirk > bug, error, defect
check my code, find mistakes, find bugs > test, lint, debug, validate, review
fake object, stand in object, pretend service > mock, stub, fake
test passes sometimes, fails sometimes, random failures > flaky, intermittent, unstable
peer check, someone check my code, second pair of eyes > review, approve
slow query, search takes ages, database slow > index, optimize, explain, performance, query
link tables, put tables together, two tables together > join, foreign, relation
all or nothing, all together or not > transaction, atomic, rollback
add or update, insert if missing, create if missing > upsert, insert, update, exists
count per, sum per > group, aggregate, count
get out of database, get my data out, take my data along > export, dump, download, backup
get into database, put data in, load in, bring in data > import, load, insert, ingest
svn, subversion, mercurial, github, gitlab > repository, commit, git, versioning
undo commit, take back commit, undo last commit, uncommit > revert, reset, commit, amend
throw away changes, forget my changes, lose my changes, start over fresh > discard, reset, revert, checkout, restore
save my changes, record changes, store my work > commit, save
wrong commit message, fix last commit, forgot a file > amend, commit, rebase
separate line of work, side version, work on separately > branch, fork
wrong branch, other branch > checkout, switch, cherry-pick
bring together, bring branches together > merge, combine, rebase
rewrite history, clean up history, tidy commits > rebase, squash, amend, history
put aside changes, park my changes, set aside work > stash, shelve
copy of project, get the project, get the code > clone, checkout, download, fork
download latest changes, get others changes, get newest code > pull, fetch, update
send my changes, share my commits > push, commit, upload
mark a version, name a version > tag, release
who wrote this line, line by whom > blame, annotate, author
leave files out, not commit file, files git should skip > ignore, gitignore, exclude, untracked
big files in git, repo too big > lfs, large, repository, size
may i copy code, use in my product, use commercially > license, licence, commercial, permitted
`
