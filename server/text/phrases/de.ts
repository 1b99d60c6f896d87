import type { Phrases } from './phrases.ts'

export const de: Phrases = {
  filler:
    'bitte bidde ja jo nein nee ne ok okay okey also äh ähm hm hmm na gut nun mal doch eben halt einfach gerne gern sorry entschuldigung entschuldigen_sie verzeihung übrigens dann und aber noch jetzt haha ach oh so genau klar schon liebe liebes lieber leute team zusammen',
  greeting: [
    'hallo halli hallöchen hi hey hej heya moin moinsen servus grüezi gruezi grüzi grüß gruss grüße grüss griaß tag tach morgen abend mahlzeit guten_tag guten_morgen guten_abend gudn salü ciao hoi tagchen huhu jo gutentag gutenmorgen gutenabend hello ~ dir dich euch ihnen sie gott guten gudn guden schönen wünsche ich wunderschönen du ihr da alle allerseits miteinander bot chatbot assistent freund freunde sehr_geehrte damen herren an_alle wieder hier bin s ist ihr einen mein moin auch',
    'jemand wer + da hier ~ ist noch',
    'freut + mich ~ sie dich kennenzulernen kennen_zu_lernen euch sehr',
    'geehrte geehrter ~ sehr damen herren herr frau',
    'was_geht was_gibts was_läuft was_gibt_s ~ ab alter neues bei dir so',
  ],
  thanks: [
    'danke dank dankeschön dankeschon dankesehr merci thx thanks thanx bedanke bedanken dankbar tausend_dank herzlichen_dank vielen_dank besten_dank lieben_dank dangge merssi ~ dir ihnen euch ich mich sehr schön schon vielen herzlichen besten lieben tausend für fürs die das den deine ihre eure diese der dein ihr hilfe hilfreich antwort antworten info infos information informationen auskunft auskünfte schnelle rasche nette schnell zeit mühe unterstützung erklärung geduld im voraus vorab alles nochmal nochmals erstmal sehr war ist hat mir geholfen weitergeholfen super toll prima perfekt klasse auch bin nett von lieb möchte wollte für_alles es damit weiter freundliche tolle ausführliche service bescheid viel ganz vielmals mille',
    'super toll prima perfekt klasse wunderbar genial spitze großartig hervorragend ausgezeichnet cool geil nice top stark hilfreich geholfen weitergeholfen fein supi schön nett sauber hammer mega krass bravo ~ das hat ist war mir es sehr wirklich echt ganz du bist sie sind gemacht gute antwort arbeit gut genau was ich brauchte gesucht habe wissen wollte freut mich hab alles weiter ein tipp find finde total richtig dass klappt voll eine_hilfe du_hast',
    'genau exakt + gesucht brauchte wollte brauche wissen ~ das ist war was ich habe hab es wonach danach wissen gesucht das_was gewollt',
    'funktioniert geklappt klappt gelöst erledigt geschafft ~ das hat es ist hat_sich damit problem mein jetzt wunderbar super gut alles prima',
    'verstanden verstehe alles_klar in_ordnung geht_klar passt kapiert ok okay okey oki gut aha achso ach_so einverstanden ~ habe hab ich das ist alles klar sehr so macht_sinn s ach danke weiß bescheid geht',
  ],
  goodbye: [
    'tschüss tschüß tschau tschö ciao bye byebye servus wiedersehen wiederschaun wiederschauen wiederhören tschüssi tschüssle tschüssikowski ade adieu adé pfiat pfüat uf_wiederluege baba bis_bald bis_dann bis_später bis_morgen bis_denn bis_nachher bis_demnächst machs_gut mach_s_gut machs_besser feierabend ~ auf bis bald dann später morgen demnächst di euch mach gut schönen tag noch abend wochenende einen ihnen dir nachher nächstes nächste mal woche zum und wieder sehen tschüss gute nacht zeit schöne ein',
    'schönen schönes schöne schön schönn angenehmen ~ tag abend feierabend wochenende nachmittag woche zeit noch einen ein eine dir ihnen euch wünsche ich rest und + tag abend feierabend wochenende nachmittag woche zeit',
    'nacht nächtle ~ gute guate schlaf gut schöne allen euch dir',
    'das_war das_wars das_ist wars das_wäre das_wär ~ s alles es schon für heute was ich wissen wollte von mir erstmal fürs erste dann + s alles wars das_wars es heute',
    'muss los weg + los weg gehen ~ ich muss jetzt mal bin dann leider',
    'mache mach + schluss ~ ich jetzt für heute dann',
  ],
  identity: [
    'wie + geht läuft gehts + ~ s es dir ihnen euch denn so heute bei ist das leben die dinge und alles selbst gut geht gehts',
    'wie_geht_s wie_gehts wie_geht_es wie_gehts_dir gehts_gut geht_s_dir_gut geht_es_dir_gut ~ dir ihnen euch heute so denn gut alles',
    'wer was + du sie bist ~ bist sind eigentlich genau denn du sie überhaupt für ein eine einer bot programm person ki wirklich da das hier + bist sind',
    'wer was + spricht schreibt antwortet schreibe rede spreche chatte ~ mit mir wem da hier ich denn ist eigentlich grade gerade',
    'mit_wem ~ spreche rede schreibe chatte ich hier da eigentlich habe das vergnügen denn zu tun gerade grad hab es + spreche rede schreibe chatte vergnügen tun',
    'du sie ihr ich hier das + bot roboter mensch maschine ki computer chatbot person programm chatgpt gpt automat echt echter real menschlich mensche ai software künstliche künstlich ~ bist sind ist ein eine einer echter echte richtiger richtige oder nur bloß wirklich tatsächlich eigentlich rede spreche schreibe chatte mit einem einer echten denn etwa auch kein keine der nem ner ne intelligenz lebst lebendig da am + bist sind rede spreche sprech red schreibe schreib chatte ist_das ist_hier bin',
    'du dein deine ihr ihre sie dich + heißt heißen name namen heisst heissen nennen ~ wie ist denn lautet hast haben einen eigentlich bitte kann ich darf soll du sie dein ihr was wie_lautet sag mir was',
    'dich sich dir sie + vor vorstellen erzähl erzähle erzählen stell stellen ~ bitte mal etwas was über von dir selbst mir kannst können du sie uns kurz ein bisschen',
    'wer + gebaut erstellt gemacht programmiert entwickelt erfunden trainiert ~ hat dich sie haben von dir wurdest du ist entwickler dein + dich sie du',
    'was ist das hier + für ein eine ~ chat bot ding teil assistent + chat bot ding teil assistent',
    'wie + funktionierst funktionieren arbeitest ~ du sie denn eigentlich genau',
    'bist_du bist_da sind_sie noch_da jemand_da ~ da noch hier online wach du sie echt',
  ],
  abilities: [
    'kannst können kann könnt kanst könntest könnten weißt wissen machst machen tust tun ~ du sie ihr man mir mich für uns was wobei womit wie alles so denn eigentlich genau hier tun machen helfen weiterhelfen antworten beantworten fragen dich fragen ich alle sachen dinge den ganzen_tag darf welche welchen themen welchem thema zu beim bei einem behilflich sein am_besten über worüber auskunft geben bitte_mal kurz etwas gerade + du sie ihr dich ihnen + was wobei womit wie helfen weiterhelfen welche worüber behilflich alles beantworten',
    'wofür wozu + du sie da ~ bist sind da gut eigentlich denn gedacht zuständig hier dich man brauchen kann bist_du',
    'hilfe helfen weiterhelfen helft hilf hilfst unterstützung ~ ich brauche bräuchte benötige möchte hätte gern will etwas ein bisschen mir kann können kannst könnt könnten jemand wer du sie ihr uns dringend kurz hier bei was etwas suche nur deine ihre eure mal einer',
    'frage fragen anliegen ~ ich habe hätte hab hätt eine ein ne paar kurze kleine einige darf dürfte kann dich sie was etwas stellen möchte will an euch ihnen dir noch weitere wollte nur da ma zwei + hab habe hätte hätt darf dürfte kann möchte will wollte frage',
    'deine ihre dein ihr + aufgabe aufgaben fähigkeiten funktion funktionen zweck job ~ was ist sind welche hast denn hier haben du sie eigentlich',
    'wie + benutze bediene verwende nutze ~ ich man dich diesen chat bot den denn hier',
    'wobei womit worin ~ hilfst helfen unterstützt unterstützen du sie mir uns kannst können + hilfst helfen unterstützt unterstützen',
  ],
  person: [
    'sprechen reden chatten telefonieren verbinden verbinde weiterleiten durchstellen weiterverbinden schreiben spreche rede kontaktieren erreichen holen hole leite übergeben gib geben kontakt gespräch sprech quatschen + mensch menschen person mitarbeiter mitarbeiterin mitarbeitern berater beraterin jemand jemandem jemanden support kundenservice kundendienst kundensupport ansprechpartner ansprechpartnerin kollegen agent agenten kundenbetreuung hotline servicemitarbeiter supportmitarbeiter team personal vorgesetzten leuten wem ~ ich möchte will würde kann können könnte könnten kannst mit einem einer einen nem ner nen ein eine echten echter echtem echte richtigen richtige lebendigen realen menschlichen ihrem ihren vom von der dem den aus zu an mich mir sie du man hier wie irgendwo lieber persönlich direkt nur bitte_mal mal gern dringend ist es möglich ihr euch muss müsste wäre etwas darf am vom anstatt statt bot weiter service',
    'mensch menschen mitarbeiter mitarbeiterin berater ansprechpartner kundenberater support_mitarbeiter ~ ich möchte will brauche bräuchte echten echter echte richtigen richtiger einen ein eine lebendigen persönlichen persönlicher hätte würde suche ist hier gibt es auch da irgendwo kein keinen bot roboter gibts haben sie wo sind nicht live support statt sprechen',
    'will möchte mag + nicht kein keinen keiner ~ mit einem einer dem bot roboter maschine computer chatbot reden sprechen schreiben ich diesem automaten so + bot roboter maschine computer chatbot automaten',
    'ruft rufen ruf rückruf zurückrufen anrufen ~ mich an zurück bitte_mal kann jemand können sie mir einen ich hätte möchte wünsche bitten um erbitte wer',
    'support kundenservice kundendienst ~ live mit sprechen verbinden zum den mich chat bitte ich möchte + live sprechen verbinden',
  ],
}
