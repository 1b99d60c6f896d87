import type { Phrases } from './phrases.ts'

export const it: Phrases = {
  filler:
    'per_favore perfavore per_piacere per_cortesia sì si no ok okay va_bene bene be beh allora dunque eh ehm ah oh già scusa scusi scusate mi_scusi pardon e ma anche poi adesso ora haha ahah ahaha gentile gentilmente caro cara cari signore signora amico amici',
  greeting: [
    'ciao salve buongiorno buonasera buonpomeriggio buondì buondi hello hi hey ehi ehilà ehila saluti saluto hola salute we uè ueh buon_pomeriggio buon_giorno buona_sera buona_giornata_a_te bella ~ a tutti tutte voi te lei giorno sera pomeriggio buona buon bot assistente chatbot ragazzi team come di_nuovo sono io cordiali un tanti felice',
    'qualcuno + c_è ce qui lì ~ online lì',
    'piacere ~ di conoscerti conoscerla mio molto conoscervi incontrarti + piacere di_conoscerti conoscerla conoscervi',
    'che_si_dice come_butta novità ~ oggi',
  ],
  dismissal: [
    'non_importa lascia_stare lasci_stare lascia_perdere lasci_perdere fa_niente fa_lo_stesso pazienza l_ho_trovato l_ho_trovata ho_trovato ho_risolto ~ non già da solo sola ora allora la risposta già risolto trovato trovata ho bene mia domanda',
  ],
  thanks: [
    'grazie grazzie graz grz thx thanks ringrazio ringraziarti ringraziarla ringraziamenti grata grato merci gracias ~ mille molte tante tantissime infinite davvero per l la il le tutto tutte aiuto aiutarmi aiutato risposta risposte informazioni informazione info tempo disponibilità pazienza chiarimento supporto spiegazione ti vi lei te a di_cuore cuore molto tanto è sei stato stata stati gentilissimo gentilissima gentile gentili perfetto ottimo utile utilissimo anticipatamente in_anticipo anticipo infinitamente veramente ancora dell della tua sua vostra consiglio velocità rapida veloce cortesia delle era era_proprio che mi_hai',
    'perfetto ottimo ottima fantastico grande bravo brava bravissimo eccellente meraviglioso stupendo utile utilissimo aiutato bello super top magnifico geniale forte figo splendido perfetta mitico ~ è era stato stata molto davvero sei mi ha hai avete lavoro risposta quello che cercavo volevo proprio tutto così un aiuto ben fatto sapere gran che_bello di grande benissimo bene questo tanto esattamente serviva mi_serviva',
    'proprio esattamente giusto + cercavo volevo serviva cercando ~ era è quello ciò che mi quel stavo',
    'capito ho_capito inteso chiaro ricevuto d_accordo va_bene ok okay okey vabbè afferrato bene benissimo ~ tutto ho è ora molto adesso chiarissimo perfetto',
    'funziona funzionato risolto ~ ha ho tutto ora adesso è il problema perfettamente + ha ho ora adesso problema tutto',
    'salvato salvata salvate + vita giornata settimana serata + mi ci ~ hai ha avete la davvero veramente',
    'angelo mito eroe tesoro migliore migliori genio salvezza campione + sei siete ~ un una il la i mio mia il_mio vero davvero',
  ],
  goodbye: [
    'arrivederci arrivederla addio bye byebye a_presto a_dopo a_domani alla_prossima ci_vediamo ci_sentiamo buonanotte buona_notte buona_giornata buona_serata buon_weekend buon_fine_settimana ciaociao ciao_ciao buon_proseguimento stammi_bene statemi_bene a_risentirci buon_lavoro a_più_tardi ~ ciao a tutti te lei presto dopo domani prossima volta e buona giornata serata buon weekend anche notte alla settimana più tardi buone cose tutte voi',
    'giornata serata notte weekend fine_settimana proseguimento ~ buona buon ti le vi auguro una bella un felice ottima e a te anche lei + buona buon bella felice ottima',
    'è_tutto questo_è_tutto per_oggi_è_tutto basta_così è_tutto_qui nient_altro ~ per oggi ora grazie questo volevo sapere quello che era',
    'devo + andare scappare ~ ora adesso proprio',
  ],
  identity: [
    'come + stai sta va vanno butta state te_la_passi tutto ~ tu lei oggi le cose bene la vita voi ti la giornata va_la ti_senti sta_andando',
    'come_va tutto_bene tutto_ok tutto_a_posto come_ti_senti e_tu e_lei come_te_la_passi ~ oggi tu bene',
    'chi + sei è siete parlo parla parlando risponde rispondendo ~ mi sta tu lei voi con sto esattamente veramente sono qui lì mi questo davvero ho il piacere di + sei siete parlo parla parlando tu lei risponde rispondendo lì sono_io',
    'che_cosa cosa + sei siete ~ tu lei esattamente di preciso che davvero',
    'bot robot umano umana persona macchina ia intelligenza chatbot vero vera reale programma computer chatgpt gpt automatico software artificiale ~ sei è siete lei tu un una o con sto parlando davvero veramente qualcuno per caso parlo solo chattando essere vivente uomo donna sono forse intelligenza in_carne_e_ossa + sei siete lei parlando parlo chattando è_un questo_è_un',
    'chiami chiama nome chiamate ~ come ti si qual è il tuo suo hai un posso sapere quale dimmi + ti si tuo suo hai',
    'chi + creato fatto programmato sviluppato costruito inventato ~ ti ha hanno stato',
    'presentati presentarti parlami raccontami si_presenti ~ di te puoi un po su per qualcosa tu',
    'ci_sei sei_lì sei_qui sei_online ~ ancora',
    'come + funzioni ~ tu',
  ],
  abilities: [
    'cosa che come quali in_che_modo su_cosa a_cosa di_cosa per_cosa chi + puoi può sai fai fa aiutarmi aiuti servi serve potete potresti posso sapete ~ fare per me tu lei mi qui in modo esattamente rispondere domande aiutare di tipo chiederti chiedere chiedo ti cose occupi ci sei capace in_grado con questo chat bot assistente oggi argomenti tutto sapere i su altro + puoi può sai fai aiutarmi servi potete potresti chiederti occupi bot chat capace assistente',
    'aiuto aiutarmi aiutami aiutatemi aiutare mano assistenza supporto aiutate ~ ho bisogno di un mi serve puoi può potete potresti potrebbe qualcuno per_me con qualcosa dare una po d vorrei avrei ciao dammi serve_un urgente tu',
    'domanda domande quesito dubbio ~ ho avrei una un alcune delle qualche posso farti farle fare vorrei chiedere breve veloce piccola altra da un_altra + ho avrei posso vorrei',
    'chiederti chiederle chiedere ~ posso vorrei una cosa qualcosa ti devo + cosa qualcosa',
    'che_tipo_di_domande quali_domande che_domande + posso_fare posso_farti posso_porre rispondi ~ qui a ti',
    'tuo tua tue suo sue + compito scopo capacità funzione funzioni lavoro ruolo ~ qual è quali sono il le la tuo esattamente',
    'come + usarti usare uso usa ~ ti posso questa chat questo bot si + ti usarti chat bot',
  ],
  trouble: [
    'funziona funzionano funzionava funzionato funzionare va vanno + non niente nulla ~ ancora più mi a me questo quello così continua perché ha qui per mica sta ancora_non proprio',
    'rotto rotta guasto + è si tutto questo ~ ancora',
  ],
  complaint: [
    'inutile stupido stupida idiota scemo scema pessimo pessima schifo schifoso ridicolo terribile orribile + sei è siete questo questa bot chatbot assistente risposta fai fa ~ un uno una così davvero veramente completamente totalmente tanto molto proprio del tutto che',
    'aiuta aiutato aiutata utile serve servito + non niente nulla ~ mi ha hai è stato stata questo questa per risposta la a sei tu di affatto molto + mi questo questa risposta sei tu ha hai',
    'sbagliato sbagliata errato errata sciocchezze + è questo risposta ~ la tua sua completamente totalmente del tutto',
    'capisci capisce capito + non niente nulla ~ mi hai ha la mia domanda tu lei affatto',
    'grazie_per_niente grazie_di_niente_davvero',
    'aiuta serve aiutato + non niente nulla ~ mi questo ancora a ha per mica',
  ],
  person: [
    'parlare parlo parli comunicare contattare passami passarmi passare mi_metta_in_contatto mettermi mettimi trasferirmi trasferiscimi chattare parlarne chiamare collegarmi connettermi mettetemi mi_passi mi_passa dialogare interagire connettimi contatto + umano umana persona qualcuno operatore operatrice agente assistenza consulente rappresentante addetto servizio_clienti supporto impiegato responsabile collega essere_umano tecnico dipendente esperto ~ vorrei voglio posso potrei può puoi potete mi con un una di il al all del l vera vero reale in contatto possibile è bisogno ho fisica carne e ossa preferisco preferirei clienti umano come si faccio direttamente gradirei desidero desidererei per dal_vivo cui metta mettere c qualche assistenza non_un invece bot robot a lo',
    'operatore umano operatrice consulente persona ~ un una voglio vorrei reale vero vera serve mi umana c è per servizio fisica dal vivo non bot disponibile ho bisogno di assistenza in_carne_e_ossa passami + operatore umano operatrice reale vera vero umana fisica',
    'richiamare richiamatemi chiamatemi chiamarmi richiamata ricontattare ricontattatemi richiamarmi ~ mi può potete vorrei essere qualcuno una puoi chiedo per farmi',
    'non + robot bot macchina chatbot ~ voglio vorrei parlare con un una questo',
    'chiamarvi telefonarvi chiamarla contattarvi_telefonicamente ~ posso come si può potrei è possibile al telefono per vorrei a che numero',
    'numero_di_telefono numero telefonico telefono + avete vostro ha suo c_è hai chiamarvi chiamare ~ un il qual è quale dove trovo posso che per di al potete darmi a cui dell dell_assistenza',
    'vi_posso_chiamare la_posso_chiamare ti_posso_chiamare vi_posso_telefonare posso_chiamare posso_telefonare possiamo_chiamare ~ qualcuno voi al telefono a',
    'vostro_numero suo_numero tuo_numero ~ qual è il mi dà date di telefono',
  ],
}
