import type { Phrases } from './phrases.ts'

export const nl: Phrases = {
  filler:
    'alstublieft alsjeblieft aub svp graag ja nee neen ok oké okay oke okee nou dus eh uh hm ah oh sorry pardon excuseer en maar ook dan nu even trouwens haha hè he hoor joh zeg gewoon eigenlijk best beste lieve meneer mevrouw allen mensen team jongens wel maar_eens eens',
  greeting: [
    'hallo hoi hey hei hi heej hai dag goedemorgen goedemiddag goedenavond goeiemorgen goeiemiddag goeieavond goedendag goeiedag morgen middag avond moi moin hello yo hoihoi goeie_morgen goede_morgen goede_middag goede_avond goeden_avond gegroet groeten groetjes hallootjes hallokes dagdag_allemaal welkom môge mogge goeienavond goedemorge goeie ~ daar allemaal iedereen samen u jou jullie je beste bot chatbot assistent aan alle weer ik ben het is goede van vriend allen een hele fijne',
    'iemand + daar hier aanwezig ~ is er nog online',
    'aangenaam leuk prettig fijn + kennis kennis_te_maken ontmoeten aangenaam ~ om je u te maken met kennis',
    'alles_goed wat_is_er_nieuw hoe_is_het ~ daar',
  ],
  dismissal: [
    'laat_maar laat_maar_zitten maakt_niet_uit maakt_niets_uit geeft_niet geeft_niks geeft_niets niet_belangrijk vergeet_het al_gevonden heb_het_gevonden heb_ik_al_gevonden heb_het_zelf_gevonden vergeet_mijn_vraag ~ het is al zelf toch dan nu ik ook och ach oh hoor heb gevonden antwoord opgelost',
  ],
  thanks: [
    'bedankt dank dankje dankjewel dankuwel danku dankjulliewel thanks thx merci tnx bedankje dankbaar dankje_wel dank_je dank_u thanx ~ je u jullie wel heel erg hartelijk voor de het je uw jouw hulp antwoord info informatie uitleg tijd moeite alles snelle snel reactie alvast zeer vriendelijk nogmaals enorm super goed fijn duidelijk geholpen top vast ontzettend helpen hartstikke bij_voorbaat ervoor hoor veel zoveel duizendmaal aan en om_te toelichting geduld dat is was ben ik antwoorden mooi perfect prima fijne goede tips zo lief heb hebt me',
    'super top geweldig perfect prima fijn mooi uitstekend fantastisch goed handig geholpen tof cool nice leuk briljant mooizo toppie lekker prachtig helemaal_goed heerlijk gaaf ~ dat dit is was heeft me mij heel erg zo echt je bent gedaan bedankt antwoord werk precies wat ik zocht nodig had wilde weten helemaal hebt goed fijn mooi ben lekker uw jouw zeg vind een hulp',
    'precies exact + zocht nodig_had zoek wilde wou ~ dat is wat ik dit was weten nodig had',
    'begrepen snap gesnapt duidelijk helder akkoord ok oké oke okay okee prima goed komt_goed is_goed ~ ik heb het is dat nu helemaal dank nog alles',
    'werkt opgelost gelukt ~ het is dat nu mijn probleem heeft alles + het dat probleem is',
    'gered + dag leven week avond ~ je jij u jullie hebt heb heeft mijn m n me mij echt de het ons dat',
    'held heldin schat engel topper kanjer beste redder + je jij u jullie bent ~ zijn een mijn de echt echte',
  ],
  goodbye: [
    'doei doeg doeii dag tot_ziens tot_straks tot_later tot_morgen tot_snel tot_dan tot_gauw tot_de_volgende_keer ciao bye byebye doeidoei doei_doei vaarwel houdoe houdoei salut aju ajuus welterusten slaap_lekker fijne_dag_nog dagdag dag_dag later latertjes adieu mazzel de_mazzel ~ ziens later morgen nog allemaal fijne dag avond weekend een prettige goede nacht en goedenacht hoor fijn voor straks tot de volgende keer week allemaal iedereen jullie',
    'dag avond weekend nacht middag week dagje ~ fijne prettige goede leuke mooie nog een fijn prettig goed verder allemaal iedereen samen hoor u je jullie wens ik toe ook goeie + fijne prettige goede leuke mooie fijn prettig goeie',
    'dat_was_het dat_was_alles dat_is_alles dat_was_m dit_was_het dit_was_alles ~ voor vandaag nu wat ik wilde weten alles dan weer',
    'moet_gaan ga_ervandoor moet_ervandoor ik_ga ~ ik nu weer',
  ],
  identity: [
    'hoe + gaat gaatie hoest gaan is_het ~ hallo het met je jou u jullie vandaag ermee is daar alles zo de dag + het met je jou u jullie ermee het',
    'alles_goed hoe_gaat_ie hoest hoe_is_ie hoe_voel_je hoest_ie ~ met je jou u daar hiermee vandaag gaat gaat_het',
    'wie + ben bent is spreek praat chat antwoord antwoordt ~ geeft mij me hier je jij u dit eigenlijk precies met ik daar nu het echt heb de eer aan het_woord ge gij + je jij u spreek praat chat antwoord antwoordt ge gij daar',
    'wat + ben bent ~ je jij u precies eigenlijk voor iets een ding bot nou echt + je jij u',
    'je jij u ik dit is_dit dit_is spreek praat ge + bot robot mens machine computer chatbot ai echt persoon programma chatgpt gpt menselijk levend echte kunstmatige ~ ben bent is een of nou met echte praat spreek aan het chatten gewoon echt alleen intelligentie heb ik_met toch iemand geen wel van vlees + ben bent praat spreek chatten is_dit',
    'heet noem naam ~ hoe wat is je jij u jouw uw heb heeft een mag ik vragen kan weten uw_naam + je jij u jouw uw',
    'wie + gemaakt ontwikkeld gebouwd geprogrammeerd bedacht getraind ~ heeft je jou u hebben jij door ben + je jou u',
    'jezelf uzelf voorstellen stel + voor vertel voorstellen jezelf ~ stel iets over kun kan je u wat kunt uzelf jezelf mij me',
    'ben_je bent_u ben_jij + daar hier online wakker ~ nog er',
    'hoe + werk werkt ~ jij je u precies + jij je',
  ],
  abilities: [
    'wat hoe waar_kun_je waar_kan_je waar_kunt_u waarmee waarbij welke waarover + kun kan kunt doe doet weet help helpt doen helpen betekenen kunnen ~ je jij u mij me voor allemaal doen hier mee helpen ik vragen allerlei met dingen beantwoorden weten zoal waar_kun_je waar_kan_je waar_kunt_u precies alles ons jou vraag vragen onderwerpen over kan + je jij u jou jullie waar_kun_je waar_kan_je waar_kunt_u',
    'waarvoor waartoe waar + ben bent dien dient ~ je jij u hier eigenlijk voor goed dit deze chat bot + je jij u bot',
    'hulp help helpen helpt ~ ik heb nodig wil graag kun kan kunt je jij u iemand mij me zou willen met iets wie er hebben wat ergens bij een beetje een_handje zoek kunnen jullie assistentie even_uit ons',
    'vraag vraagje vragen ~ ik heb een wat korte paar mag kan je u stellen wil zou willen iets aan jullie nog kleine graag jou enkele over hebt had snelle + heb mag wil zou had vraagje',
    'jouw uw je + taak functie doel vaardigheden mogelijkheden rol ~ wat is zijn hier de precies',
    'hoe + gebruik gebruiken werkt ~ ik je deze dit chat bot kan moet + chat bot je',
  ],
  trouble: [
    'werkt werken werkte lukt lukte gelukt gaat doet + niet niets niks ~ het dit dat nog steeds hier bij mij meer ook gewoon toch helemaal waarom me alles heeft is er goed',
    'kapot stuk + het dit alles ~ is nog steeds weer',
  ],
  complaint: [
    'nutteloos waardeloos dom stom achterlijk slecht rotzooi troep idioot belachelijk vreselijk verschrikkelijk hopeloos + je jij u bent dit dat bot chatbot assistent antwoord ~ is zijn een zo echt helemaal totaal gewoon wat erg heel de het deze ben',
    'helpt geholpen helpen nuttig behulpzaam + niet niets geen + dit dat je jij u mij me antwoord ~ heeft hebt is was bent helemaal echt het me er ook daar',
    'fout verkeerd onzin onjuist + dit_is dat_is antwoord ~ het is dat helemaal een je uw',
    'begrijpt snapt begrepen begrijp snap + niet niets + je jij u ~ mij me mijn vraag hebt heeft het er',
    'bedankt_voor_niets bedankt_voor_niks',
    'helpt hielp geholpen + niet niets niks ~ het dit dat me mij nog steeds ook heeft echt',
  ],
  person: [
    'spreken praten lijn chatten doorverbinden doorverbonden verbinden doorgeschakeld contact bellen doorschakelen spreek praat doorzetten verbind verbonden gesprek krijgen kletsen overleggen doorsturen overdragen + mens mensen persoon medewerker medewerkster iemand adviseur technicus monteur klantenservice klantendienst support agent collega helpdesk vertegenwoordiger leidinggevende servicemedewerker ondersteuning supportmedewerker specialist ~ ik wil zou kan mag kun kunt je u jij graag met een echte echt levend levende menselijke van de het iemand_van mij me willen in komen aan de_lijn hebben liever hoe direct naar opnemen door worden graag_een niet bot robot live mogelijk is om te doorverbinden brengen wens er iets die',
    'mens medewerker medewerkster persoon adviseur klantenservicemedewerker ~ een echte echt ik wil zou graag menselijke levende live is er van vlees en bloed geen bot robot heb nodig willen de klantenservice beschikbaar geef mij mag + mens medewerker medewerkster echt echte menselijke levende',
    'bellen terugbellen teruggebeld gebeld opbellen belt ~ mij me kan kunt iemand u je willen jullie terug graag wil worden ik zou terugbellen verzoek + mij me terugbellen teruggebeld gebeld',
    'geen niet + robot bot machine chatbot computer ~ ik wil met een praten spreken deze',
    'bellen telefoonnummer telefonisch opbellen + jullie u je uw ~ kan ik we is er een wat het hebben heeft heb van kunnen waar mag bereiken bereikbaar nummer waarop hoe op met',
    'telefoonnummer + is_er wat_is_het hebben_jullie heeft_u wat_is ~ een het hier waar ik op kan bellen dat te',
    'nummer + jullie uw je ~ wat is hebben een kan ik het telefoon hebt wat_is',
    'kan_ik_bellen mag_ik_bellen kunnen_we_bellen ~ jullie met iemand u hier ook',
  ],
}
