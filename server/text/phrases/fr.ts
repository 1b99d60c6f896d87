import type { Phrases } from './phrases.ts'

export const fr: Phrases = {
  filler:
    's_il_vous_plaît s_il_te_plaît svp stp s_il_te_plait oui ouais non ok okay d_accord bon ben bah alors donc euh hum ah oh eh voilà pardon excusez_moi excuse_moi désolé désolée et mais aussi sinon en_fait juste maintenant mdr lol haha tout_de_suite monsieur madame messieurs mesdames cher chère chers',
  greeting: [
    'bonjour bonsoir salut salutations coucou hello hey hi allo allô yo wesh bjr bsr slt cc cou_cou bonne_journée_à_vous kikou re rebonjour rebonsoir ~ à tous toutes tout le monde vous toi les amis mon ami bot chatbot assistant l équipe la bien bonne toi_aussi je suis c est moi messieurs dames re ça va encore',
    'quelqu un quelqun ~ il y a t y_a t_il ici là est + là ici y a',
    'enchanté enchantée ravi ravie ~ de vous te faire votre ta connaissance rencontrer je suis',
    'quoi_de_neuf quoi_d_neuf ~ docteur chez toi vous',
  ],
  dismissal: [
    'tant_pis laisse_tomber laissez_tomber peu_importe pas_grave ça_ne_fait_rien ca_ne_fait_rien oublie oubliez n_importe j_ai_trouvé j_ai_trouve laissez_ça laisse_ça ~ c est bon ce n alors ça ca cela la_réponse finalement déjà tout seul seule j ai trouvé grave ok n_est est_bon ma question',
  ],
  thanks: [
    'merci mrci merki mercii mci thx thanks remercie remercier remerciements merci_beaucoup reconnaissant reconnaissante ~ beaucoup bcp bien infiniment mille grand un à vous toi te tous pour votre ton ta cette ces vos tes l la le les aide réponse réponses information informations info infos renseignement renseignements temps patience je je_vous explications explication rapide rapidité tout d avance c est était super parfait génial gentil sympa encore beaucoup_pour nickel très fois grandement vraiment de d_avoir répondu précisions m avez aidé utile service',
    'parfait super génial excellent top cool nickel impeccable formidable fantastique bravo chouette extra merveilleux utile aidé sympa magnifique bien géniale parfaite cimer ~ c est c_est cela ça était m a avez as beaucoup vraiment très tout trop exactement ce que je cherchais voulais qu il me fallait vous êtes tu es j adore pour moi le la réponse va travail joué bonne génial fait super noté aide',
    'exactement juste pile précisément + cherchais voulais fallait besoin recherchais ~ c est ce que je qu il me j avais dont était voilà',
    'compris noté entendu ça_marche d_accord ok okay oki okey reçu je_vois marche_pour_moi vu ~ j ai bien c est ça je tout très noté va parfait bon',
    'marche fonctionne résolu réglé ~ ça c est mon problème enfin bien maintenant parfaitement nickel a a_marché + ça c_est problème',
    'sauvé sauvez sauves sauve + vie journée mise soirée semaine ~ vous tu m me avez as a la ma ça c est vraiment nous',
    'sauveur héros champion champions génie ange meilleur meilleure meilleurs + vous tu t ~ êtes es un une mon le la les vrai vraie vraiment',
  ],
  goodbye: [
    'au_revoir aurevoir revoir adieu bye byebye ciao tchao tchuss bonne_journée bonne_soirée bonne_nuit bonne_fin_de_journée bon_week_end bon_weekend à_bientôt à_plus à_plus_tard à_demain à_la_prochaine à_tout_à_l_heure à_tantôt bonne_continuation bon_après_midi bon_aprem bonne_fin_de_semaine prochaine salut_et_à_plus aplus ~ et à tous toutes vous toi au plus tard bonne bon journée soirée nuit continuation bientôt la excellente passez une très belle fin de merci week_end semaine demain salut tout_le_monde',
    'journée soirée après_midi weekend week_end nuit fin_de_journée ~ bonne belle excellente bon une passez passe passer vous je souhaite à aussi toi douce de agréable très + bonne belle excellente passez bon douce agréable',
    'c_est_tout ce_sera_tout ça_sera_tout c_était_tout ~ pour aujourd hui moi l instant ce que je voulais savoir merci',
    'dois filer partir + je ~ y aller j m en vais',
  ],
  identity: [
    'ça_va ca_va comment_ça_va comment_allez_vous comment_vas_tu comment_va comment_tu_vas vous_allez_bien tu_vas_bien la_forme comment_te_sens_tu ~ bien et toi vous aujourd hui comment la journée forme tu va toi_aussi le bot est se passe',
    'qui + es êtes est suis parle parlé parles ai ~ tu vous t exactement au juste vraiment donc c est que je à ai j honneur affaire ce toi là avec j parle l honneur au bout ligne + tu vous toi je parle ai t_es là honneur',
    'qui_es_tu qui_êtes_vous t_es_qui tu_es_qui vous_êtes_qui c_est_qui qui_est_là qui_est_ce qui_t_a_créé qui_t_a_fait qui_vous_a_créé qui_t_a_programmé qui_vous_a_conçu qui_me_répond qui_est_en_ligne qui_me_parle ~ au_juste exactement toi vous là',
    'que quoi qu_est_ce + es êtes ~ tu vous toi exactement que_c_est qu_est_ce_que au_juste vraiment t + tu vous t_es',
    'tu vous t je c_est est_ce + robot bot humain humaine personne machine ordinateur ia chatbot réel réelle vrai vraie intelligence programme logiciel chatgpt gpt automate vivant être ~ es êtes suis est ce que qu un une ou bien parle parles parlé à avec véritable artificielle vraiment juste seulement en train de discute discuter là je êtes_vous es_tu personne humain d_une on l quelqu des + robot bot humain humaine machine ordinateur ia chatbot réel réelle vrai vraie intelligence programme logiciel chatgpt gpt automate vivant être_humain',
    'nom prénom appelles appelez appelle ~ tu vous quel est votre ton t comment c quoi te as avez un s est_ce_que dois je puis peux + tu vous votre ton t',
    'présente présentez présenter présente_toi parle_moi ~ toi vous te peux pouvez de un peu moi tu mots en quelques parlez + toi vous te tu',
    'comment + fonctionnes fonctionnez marches ~ tu vous est ce que donc + tu vous',
    'tu vous + là encore ~ es êtes toujours est_ce_que',
  ],
  abilities: [
    'que quoi qu comment quelles quels quelle quoi_d + faire fais faites aider aides aidez peux pouvez sais savez proposes répondre ~ est ce que tu vous m me nous en peux pouvez peut sais savez faire pour moi ici exactement de choses tout toi à quoi en questions sortes types genre aujourd hui tes vos capables fonctions sur sujets répondre puis je te poser demander qu + tu vous m te toi capacités',
    'quoi + sers servez sert utile ~ à tu vous peux pouvez me m en être ce chat bot ici exactement assistant donc ça + tu vous chat bot assistant aider',
    'quelles_questions que_puis_je qu_est_ce_que_je_peux + demander poser ~ puis je vous te peux on ici',
    'aide aider aidez aidé assistance secours aides aidez_moi ~ moi j ai besoin d un peu de peux pouvez pourriez pourrais peut tu vous m me nous quelqu quelqun à l je voudrais aimerais veux est ce que une cherche demande pour il faut il_me_faut coup main de_l',
    'question questions interrogation renseignement ~ j ai une un des petite quelques je voudrais aimerais peux puis pourrais vous te poser souhaite autre rapide simple savoir en aurais besoin d veux petites pose_une deux à à_vous_poser + j ai ai_une poser aurais question_rapide question renseignement',
    'rôle but fonction mission capacités compétences utilité ~ quel quelle quels quelles est sont votre ton tes vos ta exactement ici c quoi le de ce + votre ton tes vos ta',
    'comment + utiliser utilise t_utiliser marche ~ ce chat bot assistant je dois puis peux te vous on + chat bot assistant te vous',
  ],
  trouble: [
    'marche fonctionne marchent fonctionnent marchait fonctionnait marché fonctionné marcher fonctionner + pas rien plus ~ ça ca cela ce c ne n du_tout toujours encore tout est chez moi pour pourquoi me a vraiment bien ici',
    'cassé en_panne planté buggé bugué + ça ca c tout ~ est a encore toujours',
  ],
  complaint: [
    'nul nulle inutile stupide idiot idiote bête con débile mauvais mauvaise merdique pourri pourrie ridicule lamentable minable horrible + tu vous es êtes c ce cette t bot chatbot assistant réponse ~ est ça cela il le la votre ta un une vraiment complètement totalement trop très si tellement pas du tout',
    'aide aidé aidée utile servi sert + pas rien + ça cela tu vous c réponse ~ ne n m a me est avez as du tout vraiment très la à cette',
    'faux fausse incorrect incorrecte n_importe_quoi + c_est réponse ~ la est votre ta complètement totalement tout_à_fait cette',
    'comprends comprenez compris + pas rien + tu vous ~ ne n m avez as me ma question du tout',
    'merci_pour_rien',
    'aide aident sert + pas rien ~ ça ca cela ne n m me nous à du_tout toujours',
  ],
  person: [
    'parler discuter parle parlé échanger contacter joindre transférer transférez transfère passez passe mettre mettez communiquer appeler avoir contact dialoguer causer relation téléphone tchatter écrire + humain humaine personne quelqu_un quelqun conseiller conseillère agent opérateur opératrice représentant employé technicien service_client support assistance équipe vrai_humain responsable être_humain interlocuteur gens collaborateur ~ je j voudrais veux aimerais souhaite peux puis pourrais est ce que possible de à avec un une préfère préférerais vrai vraie véritable réelle réel physique du d le la l moi me vous tu pouvez peux votre au en ligne svp besoin comment il y a moyen directement client clientèle quelqu plutôt vivant_e en_direct service passer des m faire un_ pas qu que t',
    'humain conseiller conseillère opérateur ~ un une vrai vraie je veux voudrais souhaite besoin d j ai réel y a t il pas robot de bot en ligne être svp clientèle client parler est disponible personne réelle',
    'personne agent quelqu_un être service_client + vrai vraie réel réelle physique humain humaine véritable ~ un une je veux voudrais souhaite besoin d j ai de y a t il est ce que qu disponible bot pas',
    'rappeler rappelez rappelle rappel rappelé ~ j moi me on peut vous pouvez je voudrais être qu_on est_ce_qu_on est_ce_que quelqu un faire demande de souhaite aimerais qu quelqun',
    'pas + robot machine bot ordinateur chatbot ~ je ne n veux voudrais parler à avec un une ce cette de ai envie',
    'appeler joindre téléphoner numéro numéro_de_téléphone téléphone + vous votre vos t ~ puis je peux est ce que qu on peut y a t il un le quel par où au est sont avez comment pour support service client de numéro téléphone',
    'numéro_de_téléphone téléphone numéro_à_appeler hotline + il_y_a y_a_t_il c_est_quoi quel_est existe_t_il ~ un le est ce qu pour vous joindre appeler ici quelque part',
    'votre_numéro ton_numéro vos_numéros un_numéro_pour_vous_joindre ~ c est quoi quel de téléphone donnez donner moi pouvez vous me',
    'puis_je_appeler je_peux_appeler peut_on_appeler on_peut_appeler ~ vous quelqu un ici est ce que qu',
  ],
}
