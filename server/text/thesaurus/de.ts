/**
 * Words of customer support that stand for each other in German, a group on each line. Compiled by
 * hand, by the subjects that help centres have in common, from the senses that general dictionaries
 * give first; from no document or question of a particular site.
 */
export const de = `
kündigen, beenden, stornieren, widerrufen
kündigung, stornierung, widerruf
kosten, preis, gebühr, entgelt, tarif
kostenlos, gratis, umsonst, unentgeltlich
günstig, billig, preiswert
teuer, kostspielig
bezahlen, zahlen, begleichen
zahlung, bezahlung, überweisung
überweisen, zahlen
kaufen, erwerben, bestellen
kauf, bestellung, einkauf
bestellung, auftrag
rechnung, faktura
beleg, quittung, kassenbon
erstatten, zurückzahlen
erstattung, rückzahlung, rückerstattung
rabatt, nachlass, ermäßigung, preisnachlass
gutschein, coupon
abo, abonnement, mitgliedschaft
vertrag, vereinbarung
testversion, probeversion
rate, ratenzahlung
steuer, mehrwertsteuer
gehalt, lohn, verdienst
geld, betrag
konto, profil, account
bankkonto, girokonto
warenkorb, einkaufswagen
geschäft, laden, shop
filiale, niederlassung, zweigstelle
händler, verkäufer
kunde, nutzer, benutzer
gast, besucher
produkt, artikel, ware
lager, bestand
verfügbar, lieferbar, erhältlich
liefern, versenden, schicken, senden, zustellen
lieferung, versand, zustellung
versandkosten, porto
paket, sendung, päckchen
ankommen, eintreffen
verspätung, verzögerung
verfolgen, nachverfolgen
zurückgeben, zurücksenden, zurückschicken
rückgabe, rücksendung, retoure
umtauschen, tauschen, ersetzen
umtausch, ersatz, austausch
garantie, gewährleistung
kaputt, defekt, beschädigt
schaden, beschädigung
verlieren, verlegen
handy, smartphone, mobiltelefon, telefon
computer, rechner, laptop, notebook
bildschirm, display, monitor
tastatur, keyboard
lautsprecher, lautsprecherbox
kopfhörer, headset
akku, batterie
ladegerät, netzteil
kabel, leitung
steckdose, anschluss
fernbedienung, fernsteuerung
kamera, webcam
foto, bild, aufnahme
film, video
ton, klang, lautstärke
ausschalten, abschalten, deaktivieren
einschalten, anschalten, aktivieren
starten, öffnen, beginnen
stoppen, anhalten, beenden
neustart, neustarten, zurücksetzen
abstürzen, einfrieren
absturz, fehler
langsam, träge
schnell, rasch
stumm, lautlos
einrichten, konfigurieren, installieren
einrichtung, installation, konfiguration
einstellung, option, konfiguration
deinstallieren, entfernen
aktualisieren, updaten
aktualisierung, update
version, ausgabe
app, anwendung, programm, software
webseite, website, internetseite
link, verweis
taste, knopf, schaltfläche
ordner, verzeichnis
datei, dokument
anhang, anlage
formular, vordruck
anmelden, einloggen, login
abmelden, ausloggen, logout
registrieren, anmelden
registrierung, anmeldung
benutzername, nutzername
passwort, kennwort
bestätigen, verifizieren
bestätigung, verifizierung
gesperrt, blockiert
sperren, blockieren
entsperren, freischalten
erlauben, gestatten, zulassen
verbieten, untersagen
erlaubnis, berechtigung, zugriff
zugang, zugriff
administrator, verwalter
mail, email
nachricht, mitteilung, sms
benachrichtigung, hinweis, erinnerung
newsletter, rundbrief
anrufen, telefonieren
kontakt, ansprechpartner
kontaktieren, erreichen
sprechen, reden
antwort, rückmeldung
frage, anfrage
beschwerde, reklamation
reklamieren, beanstanden
bewertung, rezension
vorschlag, idee, anregung
hilfe, unterstützung, support
mitarbeiter, berater
problem, störung, schwierigkeit
fehler, störung, defekt
reparieren, beheben
reparatur, instandsetzung
wartung, service
löschen, entfernen
hinzufügen, ergänzen
erstellen, anlegen
ändern, bearbeiten, anpassen
änderung, anpassung
umbenennen, benennen
kopieren, duplizieren
verschieben, übertragen
umziehen, umzug
sichern, speichern
sicherung, backup
wiederherstellen, zurückholen
importieren, hochladen
exportieren, herunterladen
teilen, weitergeben
sammeln, erheben
aufbewahren, speichern
datenschutz, privatsphäre
vertraulich, privat, persönlich
sicherheit, schutz
virus, schadsoftware
betrug, schwindel
verbergen, ausblenden
anzeigen, einblenden
auswählen, wählen
finden, suchen
zusammenführen, verbinden
größe, maß, abmessung
groß, riesig
klein, winzig
minimum, mindestmenge
menge, anzahl
erhöhen, steigern
verringern, senken, reduzieren
frist, termin
ablaufen, verfallen
verlängern, erneuern
verlängerung, erneuerung
öffnungszeiten, geschäftszeiten
geöffnet, offen
urlaub, ferien
feiertag, ruhetag
reise, fahrt
buchen, reservieren
buchung, reservierung
termin, verabredung
verschieben, verlegen
ticket, fahrkarte
gepäck, koffer
auto, wagen, fahrzeug, pkw
parken, parkplatz
adresse, anschrift, standort
wohnung, unterkunft
firma, unternehmen, betrieb
angestellter, beschäftigter, mitarbeiter
kollege, mitarbeiter
chef, vorgesetzter
arbeitsplatz, job
bewerben, bewerbung
einstellen, anstellen
regel, vorschrift, richtlinie
anwalt, rechtsanwalt
versicherung, versicherungsschutz
anspruch, forderung
arzt, mediziner
krank, erkrankt
medikament, arznei
kind, minderjährig
übersetzen, übersetzung
`
