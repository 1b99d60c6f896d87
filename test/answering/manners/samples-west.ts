import type { Samples } from './sample.ts'

/** Separated by `|`; none is a word or phrase of the lists. */
export const west: Record<'de' | 'en' | 'es' | 'fr', Samples> = {
  en: {
    greeting:
      'hiii there | Hello!!! | heyyy 👋 | good morning to you | Gud evening? hi | hey hey | Hi everyone :) | hello there bot | good afternoon everybody | hallo there | is anybody there? | hi again | Greetings, dear assistant | nice to meet you! | hellooo is anyone here | yo whats up | hi hope you are doing well | howdy partner | hi support team',
    dismissal:
      "never mind, i already found the answer | oh forget about it then | nvm just figured it out myself | hi, it doesn't matter anymore | ok never mind, it's fine | actually forget my last question",
    thanks:
      "thankss a lot!! | thx so much | THANK YOU VERY MUCH | ty, that helped | great, thanks for the quick reply | awesome answer thanks 🙏 | tahnks | thnaks man | ok cool thx | much appreciated! | perfect, exactly what i needed | cheers mate | got it, thank u | that was really helpful | thanks 4 ur help :D | No that's all good thanks | wow nice one | oh ok i see, makes sense | ok thanks, you saved my day | thank you, you just saved me hours of work | you are the best! | that did the trick, cheers | no thanks, I'm good | no worries, thanks anyway | lol ok never mind, cheers",
    goodbye:
      "bye bye!! | ok goodbye for now | see ya later | cya tomorrow | Have a great weekend! | good night everyone | take care, bye | thanks bye 👋 | thats all for today thank you | ok gotta go | i'm done here thanks | nothing else, thanks | no more questions | i'm logging off now",
    identity:
      "how r u today? | who are u?? | whats ur name | are you human or a bot | am i talking to a real person? | r u chatgpt | what exactly are you | who am i chatting with | are you an AI? | who made you | hey how are you doing | tell me about yourself | is this a bot | how's it going | hello, are you a real human being | are you chatgpt or what | who is answering me here | what exactly are you, a program? | you are a bot, aren't you? | May I know who I am chatting with? | is there a human on the other end | which LLM are you running on | do you have a name | are you a person or a bot pls be honest",
    abilities:
      'what can you do?? | what can u help me with | hi can you help me | how can you help me today | i need some help please | what kind of questions can i ask you | help!! | I have a question | can i ask you something | what do you know | hello i have a few questions please | what are you able to do for me | what are you good for | wat can u do | how do i use this chat | what is the purpose of this bot | i have a doubt | What sort of things can I ask? | could you assist me with an issue',
    trouble:
      "it doesn't work | nothing works!!! | this is not working | still not working | its broken | why doesn't it work? | help, it just won't load | i cant get it to work | it keeps crashing | hi, it stopped working",
    complaint:
      "you are useless | This bot is so stupid!! | that was not helpful at all | you didn't help me | wrong answer! | that's not what I asked | you don't understand my question | useless chatbot | this is complete garbage | I hate this bot | thanks for nothing | ur really dumb | you're not listening | what a waste of time | that makes no sense | you keep repeating yourself | your answers are rubbish | no that's not right | I already told you that | are you even reading what i write | still doesn't help | did you even read my question | you are making things up | it still doesn't help me",
    person:
      'can i talk to a human pls | I want to speak with a real person | connect me to an agent | talk to someone from support | let me speak to a representative!! | is there a human i can chat with | transfer me to customer service please | real person please | i dont want to talk to a bot | can somebody call me back | live agent | how do i talk to a human? | Hi, could you put me through to a human | speak to humn | please escalate to a manager | is there a phone number I can call? | can I call you | what’s your phone number? | do you have a support hotline | I would rather talk to a real engineer | can i have a word with a person | I need to talk to somebody from sales | please connect with customer care executive | can a technician call me | stop, I want a human | who can i speak to | i need a supervisor',
    questions:
      "Hello Kitty mugs price | Thanksgiving hours | Who are you owned by? | thanks but how do I cancel? | Can I talk to someone about refunds for an order | hi, where is my order? | good morning call service | What can you do with the free plan? | help center opening times | Who is the author | is it a robot vacuum | thank you card size | bye week schedule | how are you different from Zendesk? | who are you regulated by | What do you charge for shipping | can you help me reset my password | human resources contact | real person verification | agent commission | how are invoices sent | what is your return policy? | Have a nice day tote bag | are you open on sunday | goodnight moon paperback | hey google setup | i have a question about billing | Good Morning America tickets | can I speak Spanish in class? | hi res audio | thanks, and does it work on mac | who saved my day plan | best star rating | does that trick work | how do I save time | you are useless if I lose my password, so how do I reset it? | phone number field | can I change my phone number | How do I call a phone number? | which files are useless | is a stupid mistake reversible | wrong answer penalty | can I call you from a webhook | is there a number field I can call from the API | useless index in the database | engineer salary | how do i message an expert | do you use ai | is this ai powered | are you based in london | what machine is this | is this a computer science course | who made this jacket | how old are you required to be | what do you cover | do you ship to spain | what are you made of | my order is wrong | not working | it does not work on safari | i said yes twice | what is waste of space | wrong answer in the quiz | how do i complain | who do i contact about billing | how do i contact the team | i need a manager role | contact number | is the reply automated rule configurable | can someone real sign the contract | logging off automatically | i have a problem with my invoice | I need help with SSO | what do you know about sso | never mind the gap poster price | how do I forget a network | does it matter when I renew | what happens if i disregard a reminder | the login doesn't work | nothing works in Safari | why is SSO not working | is it broken by design | it doesn't work offline",
  },
  de: {
    greeting:
      'halloo | Hallöchen zusammen! | guten morgeeen | Moin moin | hi du | Servus miteinander | gutn tag | Schönen guten Abend | hey 👋 hallo | Grüß Gott! | Hallo lieber Chatbot | guten tach auch | ist da jemand? | na hallo | Sehr geehrte Damen und Herren',
    dismissal:
      'ach vergiss es | hat sich inzwischen schon erledigt | Egal, vergiss es | ist doch nicht so wichtig | ok, habs jetzt selbst gefunden',
    thanks:
      'dankee!! | vielen lieben dank | Danke für die schnelle Antwort | super, danke dir | merci vielmals | dank schön | das hat mir sehr geholfen | ok alles klar danke | tausend dank 🙏 | danke für deine hilfe! | perfekt genau was ich gesucht habe | Supi danke | Besten Dank im Voraus | dnake | ah ok verstanden | Klasse, hat funktioniert! | toll gemacht | danke, du hast mir den Tag gerettet | Sie sind ein Schatz! | ach vergiss es, danke | nicht so wichtig, danke',
    goodbye:
      "tschüüüss | tschuess | Auf wiedersehn | bis dann! | schönen Tag noch | ciao bis morgen | Gute Nacht zusammen | danke, tschau | schönes wochenende wünsche ich | das wars dann, danke | mach's gut | Ich wünsche Ihnen noch einen schönen Abend",
    identity:
      "wer bist du denn? | Wie geht's dir heute | bist du ein echter mensch? | mit wem spreche ich | wie heisst du | Sind Sie ein Roboter? | was bist du eigentlich | bist du eine KI | wer hat dich programmiert | schreibe ich hier mit einem bot? | wie gehts wie stehts | Stell dich mal vor | hallo wie geht es ihnen | sprech ich mit nem Mensch | welches Sprachmodell bist du | sitzt da ein echter Mensch",
    abilities:
      'was kannst du alles | womit kannst du mir helfen? | Kannst du mir helfen | ich brauche hilfe | hab mal ne frage | was kann ich dich fragen | hallo, ich hätte da eine frage | Wobei kannst du helfen? | wozu bist du da | Können Sie mir bitte weiterhelfen? | was weißt du so | darf ich was fragen',
    trouble:
      'Es funktioniert nicht | das geht einfach nicht!! | hier klappt gar nichts | hallo, es läuft immer noch nicht | alles kaputt',
    complaint:
      'du bist nutzlos | Dieser Bot ist so dumm! | Das hat mir gar nicht geholfen | das ist doch Quatsch | Du verstehst mich nicht | Ihre Antwort ist falsch | Das ist völlig unbrauchbar | das hilft nicht',
    person:
      'ich möchte mit einem menschen sprechen | Kann ich mit jemandem vom Support reden? | bitte mit mitarbeiter verbinden | echter mensch bitte | ich will einen Berater sprechen | verbinden sie mich mit dem kundenservice | gibt es hier auch echte Menschen | kann mich jemand zurückrufen | Ich will nicht mit einem Bot reden | mitarbeiter | Könnten Sie mich bitte zu einem Mitarbeiter durchstellen | kann ich mal mit nem echten menschen chatten | Kann ich euch anrufen? | Gibt es eine Telefonnummer? | wie lautet Ihre Telefonnummer | ich würde lieber mit einem richtigen Techniker reden',
    questions:
      'Hallo Pizza Speisekarte | Danke Karten kaufen | hallo wo ist meine bestellung | Guten Morgen Tee Zutaten | Wer bist du laut Impressum registriert | danke, aber wie kündige ich? | Was kannst du mir über Rückgaben sagen | Menschen mit Behinderung Rabatt | Mitarbeiter werben Prämie | Kann ich mit jemandem über meine Rechnung sprechen | wie geht der export | Was ist der Unterschied zwischen Basic und Pro | hilfe beim einloggen | Servus TV empfangen | Abend Ticket Preis | ich habe eine frage zur lieferung | Tschüss Hotel Mama DVD | wie heißt der Geschäftsführer | können sie mir die öffnungszeiten sagen | bist du dsgvo konform | Berater Ausbildung Kosten | ist das Programm kostenlos | wer hat die software entwickelt | danke und wie lange dauert das | Held des Tages | Tag gerettet Aktion | Telefonnummer ändern | wie lösche ich nutzlose Dateien | falsche Antwort korrigieren | kann ich die API aus dem Browser aufrufen | Telefonnummer als Pflichtfeld | Ist es egal, welche Größe ich nehme? | der Login geht nicht | warum funktioniert SSO nicht | geht es nicht günstiger',
  },
  fr: {
    greeting:
      "bonjouuur | Bonjour à tous ! | slt toi | coucou 👋 | bonsoir tout le monde | salut salut | hello vous | Bonjour madame, bonjour monsieur | bjr | Bien le bonjour | y a quelqu'un ? | re bonjour | cc ca va | bonjour le bot | Enchanté de vous rencontrer",
    dismissal:
      "bon, laissez tomber | ah non c'est pas grave | finalement j'ai trouvé tout seul | tant pis alors | oubliez, ce n'est pas grave",
    thanks:
      "merciii | merci bcp !! | Merci pour votre aide | grand merci à vous | mercii c'est super | ok merci | je vous remercie beaucoup | parfait, merci pour la réponse | génial 👍 merci | merci infiniment | d'accord compris | c'est exactement ce que je cherchais | super ça marche merci | ça m'a beaucoup aidé | Mille mercis | mrci | top, merci bien | merci, vous m'avez sauvé la vie | vous êtes les meilleurs | non c'est pas grave merci",
    goodbye:
      "au revoirr | bonne journée à vous ! | à bientot | bonne soirée et merci | salut à plus | Bonne nuit tout le monde | a demain | ciao ciao | merci, au revoir | je vous souhaite une bonne fin de journée | c'est tout merci | passez un bon weekend",
    identity:
      "tu es qui ? | qui êtes vous | comment tu t'appelles | es-tu un robot ? | Est-ce que je parle à un humain | vous êtes une vraie personne ? | comment vas tu aujourd'hui | ca va ? | t'es un bot ou un humain | quel est ton nom | qui t'a créé | bonjour comment allez-vous ? | à qui ai-je l'honneur | tu es une ia ? | présente toi",
    abilities:
      "que peux tu faire | qu'est-ce que tu sais faire ? | tu peux m'aider ? | pouvez-vous m'aider svp | j'ai besoin d'aide | j'ai une question | à quoi tu sers | bonjour j'aurais une petite question | comment peux-tu m'aider | aide moi stp | je peux te poser une question ? | En quoi pouvez-vous m'aider ? | quelles questions puis-je poser",
    trouble:
      "ça ne marche pas | rien ne fonctionne !!! | ca marche toujours pas | bonjour, cela ne fonctionne plus | c'est cassé",
    complaint:
      "tu es nul | Vous êtes inutile ! | ça ne m'aide pas du tout | c'est n'importe quoi | tu ne comprends rien | votre réponse est fausse | ça ne m'aide pas",
    person:
      "je veux parler à un humain | puis-je parler à un conseiller ? | je voudrais parler avec une vraie personne svp | passez-moi un agent | un humain svp | mettez moi en contact avec le service client | parler à quelqu'un | conseiller | j'aimerais être rappelé | y a-t-il une vraie personne disponible | je ne veux pas parler à un robot | est-il possible de discuter avec un opérateur | je préfère parler à une vraie personne | est-ce qu'on peut me rappeler | Puis-je vous appeler ? | Quel est votre numéro de téléphone ?",
    questions:
      "Bonjour Tristesse livre prix | merci mais comment annuler ? | bonjour où est ma commande | salut c'est combien la livraison | Qui êtes-vous autorisés à livrer | Que peux-tu me dire sur les retours | Comment ça marche le remboursement | bonne nuit oreiller garantie | personne à contacter pour une facture | Merci Maman carte cadeau | robot cuisine garantie | puis-je parler à quelqu'un de ma facture | aide au logement | comment vous contacter | qui peut s'inscrire | j'ai une question sur mon abonnement | Au revoir là-haut film | quel est le nom du directeur | avez-vous une application | parler anglais au cours | conseiller fiscal tarif | êtes-vous ouverts le dimanche | ça va prendre combien de temps | bonjour et comment je change mon mot de passe | le meilleur | changer mon numéro de téléphone | fichiers inutiles à supprimer | appeler une fonction | Comment oublier un réseau ? | la connexion ne marche pas | ça ne marche pas sur Safari",
  },
  es: {
    greeting:
      'holaaa | buenos diass | hola buenas tardes! | Buenas noches a todos | qué tal 👋 | hola q tal | holi | muy buenas | hey hola | hola amigo bot | buenas | Saludos cordiales | hay alguien ahí? | ola buenas | Mucho gusto en conocerte',
    dismissal:
      'bueno, déjalo entonces | no, da igual ya | ya lo encontré yo solo | olvídalo, no importa | no es importante, déjelo',
    thanks:
      'graciasss | muchas grcias | mil gracias por la ayuda | ok gracias | Muchísimas gracias! | perfecto gracias | genial, me sirvió mucho | te lo agradezco mucho | gracias por tu respuesta tan rápida | vale, entendido | excelente 👏 | muy amable gracias | gracias x todo | justo lo que buscaba | ya entendí gracias | de acuerdo, muchas gracias | grasias | gracias, me has salvado el día | eres el mejor | no importa, gracias | ya lo encontré yo solo, gracias',
    goodbye:
      'adioos | chau chau | hasta luego! | nos vemos mañana | que tengas un buen dia | gracias, adiós | buenas noches, hasta mañana | feliz fin de semana | bueno me despido | eso es todo gracias | cuidate mucho bye | Que pase usted una linda tarde',
    identity:
      'quien eres | cómo estás hoy? | eres un robot? | estoy hablando con una persona real? | como te llamas | hola como estas | qué eres exactamente | con quien hablo | cual es tu nombre | eres humano o una maquina | usted es un bot | quién te creó | todo bien? | háblame de ti | ¿Eres una IA?',
    abilities:
      'que puedes hacer | en qué me puedes ayudar? | me puedes ayudar | necesito ayuda porfa | tengo una pregunta | para que sirves | ayuda!! | hola tengo una duda | qué sabes hacer | puedo hacerte una pregunta | ¿Cómo puedes ayudarme? | quiero preguntar algo | buenas, quisiera hacer una consulta',
    trouble:
      'no funciona | ¡¡nada funciona!! | esto no me funciona | sigue sin funcionar | hola, ya no funciona',
    complaint:
      'eres inútil | ¡Este bot es malísimo y no sirve! | eso no me ayuda para nada | no entiendes mi pregunta | la respuesta es incorrecta | qué bot tan tonto | eso no ayuda',
    person:
      'quiero hablar con un humano | puedo hablar con una persona real? | comuniqueme con un asesor | pasame con un agente por favor | necesito hablar con alguien | quisiera contactar con atención al cliente | agente humano | no quiero hablar con un robot | que me llame alguien | hay alguna persona que me atienda? | hablar con soporte | Me gustaría ser atendido por una persona | ¿Puedo llamarles por teléfono? | ¿Tienen un número de teléfono?',
    questions:
      'Hola revista suscripción | gracias pero cómo cancelo? | buenas dónde está mi pedido | Quién eres según la ley titular de los datos | buenos días postal precio | qué puedes decirme de las devoluciones | adiós arrugas crema | cómo está hecho el producto | ayuda para pagar la luz | puedo hablar con alguien sobre mi factura | agente inmobiliario comisión | personas mayores descuento | hola y cuánto cuesta el envío | tengo una duda sobre el cobro | cuál es el nombre de la empresa | robot aspirador precio | hasta cuándo puedo devolver | quién puede inscribirse | me pueden ayudar con la contraseña | gracias, y en android? | están abiertos el domingo | noche de hotel tarifa | cómo te puedo pagar | todo bien con la garantía extendida | salva vida | mejor día | cambiar mi número de teléfono | archivos inútiles | llamar a una función | ¿No importa la talla que pida? | el inicio de sesión no funciona | no funciona el botón',
  },
}
