import type { Samples } from './sample.ts'

/** Separated by `|`; none is a word or phrase of the lists. */
export const more: Record<'it' | 'nl' | 'pl' | 'pt' | 'tr' | 'uk' | 'ru', Samples> = {
  it: {
    greeting:
      "ciaooo | buongiorno a tutti! | salve salve | buona sera | ehi ciao 👋 | Buon pomeriggio a lei | ciao bot | hey buongiorno | c'è qualcuno? | piacere di conoscerti",
    dismissal:
      "no lascia stare | non importa, ho già risolto | va bene, fa niente | lasci perdere, non importa | ok l'ho trovato da solo",
    thanks:
      "grazieee | grazie mille!! | ok grazie | ti ringrazio molto | perfetto, grazie per l'aiuto | gentilissimo, grazie | grz mille | ottimo, capito | era proprio quello che cercavo | molto utile 👍 | va bene grazie | grazie, mi hai salvato la giornata | sei un mito!",
    goodbye:
      'arrivederci a presto | ciao ciao! | buona serata a tutti | a domani grazie | grazie e buona giornata | buonanotteee | è tutto, grazie | devo scappare ciao',
    identity:
      "chi sei? | come ti chiami | come stai oggi | sei un robot o una persona | con chi sto parlando | sei umano?? | ciao come va | cosa sei esattamente | chi ti ha creato | parlami di te | sei un'intelligenza artificiale? | chi mi sta rispondendo | è un bot?",
    abilities:
      'cosa sai fare | cosa puoi fare per me? | mi puoi aiutare | ho bisogno di aiuto | avrei una domanda | in cosa puoi aiutarmi | posso farti una domanda? | aiuto!! | ciao mi serve una mano',
    trouble:
      'non funziona | non funziona niente!! | questo non mi funziona | ancora non va | ciao, non funziona più',
    complaint:
      'sei inutile | Questo bot è davvero stupido | non mi è stato utile per niente | non hai capito la mia domanda | la risposta è sbagliata | questo non mi aiuta',
    person:
      "voglio parlare con un operatore | posso parlare con una persona reale? | passami un umano | vorrei parlare con qualcuno dell'assistenza | c'è qualcuno con cui posso parlare | operatore umano per favore | potete richiamarmi | non voglio parlare con un bot | c'è un operatore disponibile? | Posso chiamarvi? | Avete un numero di telefono? | c'è un numero di telefono? | qual è il vostro numero | vi posso chiamare?",
    questions:
      "ciao dov'è il mio ordine | grazie ma come disdico? | Chi sei tenuto a informare | buongiorno orari di apertura | cosa puoi dirmi sui resi | operatore ecologico bando | come va installata la caldaia | persona giuridica iscrizione | posso parlare con qualcuno della mia fattura | ho una domanda sulla garanzia | buona giornata biglietto auguri | come si chiama il direttore | il migliore | cambiare il numero di telefono | file inutili da eliminare | chiamare una funzione | il login non funziona | formato del numero di telefono",
  },
  nl: {
    greeting:
      'hallooo | goedemorgen allemaal! | hoi hoi | Hey daar 👋 | goeie middag | hallo iedereen | dag bot | goedenavond samen | is daar iemand? | aangenaam kennis te maken',
    dismissal:
      'och laat maar | nee laat maar zitten hoor | het maakt niet uit | oh ik heb het al gevonden | geeft niet, laat maar',
    thanks:
      'bedankttt | dank je wel! | hartstikke bedankt | super bedankt voor je hulp | dankuwel voor het snelle antwoord | ok top dankje | heel erg bedankt | perfect, precies wat ik zocht | helder, dank | fijn 👍 | Ok duidelijk bedankt | bedankt, je hebt mijn dag gered | je bent een held',
    goodbye:
      'doeiii | tot ziens! | fijne dag nog | bedankt, doei | prettig weekend allemaal | tot morgen hoor | welterusten iedereen | dat was het, dank je',
    identity:
      'wie ben jij? | hoe gaat het met je | ben je een robot | praat ik met een echt persoon? | hoe heet je | wat is je naam | ben je een mens of een bot | wie heeft jou gemaakt | hallo hoe is het | wat ben jij precies | bent u een chatbot? | wie geeft mij hier antwoord',
    abilities:
      'wat kun je? | waarmee kun je mij helpen | kun je me helpen | ik heb hulp nodig | ik heb een vraagje | mag ik iets vragen | wat kan ik je vragen | hoe kunt u mij helpen? | hallo, ik heb een paar vragen',
    trouble:
      'het werkt niet | niks werkt hier!! | dit doet het niet | het lukt me nog steeds niet | hallo, het is kapot',
    complaint:
      'je bent nutteloos | Wat een slecht antwoord is dit | dit helpt me helemaal niet | je begrijpt mijn vraag niet | dat is onzin | dat helpt niet',
    person:
      'ik wil een mens spreken | kan ik met een medewerker praten? | verbind me door met de klantenservice | ik praat liever met een echte technicus | echt persoon graag | ik wil iemand spreken | kan iemand mij terugbellen? | ik wil niet met een bot praten | mag ik een medewerker aan de lijn | Kan ik jullie bellen? | Hebben jullie een telefoonnummer? | is er een telefoonnummer? | wat is jullie nummer | kan ik iemand bellen',
    questions:
      'hallo waar is mijn bestelling | bedankt maar hoe zeg ik op? | Wie ben jij wettelijk verplicht te informeren | dag van de arbeid open | wat kun je vertellen over retourneren | medewerker gezocht vacature | goedemorgen ontbijt prijs | mens en milieu beleid | kan ik iemand spreken over mijn factuur | ik heb een vraag over de levering | hoe heet de directeur | fijne kerst kaart bestellen | mijn telefoonnummer wijzigen | nutteloze bestanden | een functie aanroepen | de login werkt niet | het werkt niet in Safari | formaat van het telefoonnummer',
  },
  pl: {
    greeting:
      'cześććć | dzien dobry wszystkim | hejka 👋 | siemka co tam | witam serdecznie | dobry wieczor! | hej hej | dzień dobry pani | jest tu ktoś? | miło mi cię poznać',
    dismissal:
      'a już nieważne | to już nieistotne | nie ważne, zapomnij o tym | ok już sam znalazłem odpowiedź | mniejsza o to, nieważne',
    thanks:
      'dziękujęęę | dzieki wielkie! | bardzo dziękuję za pomoc | ok dzięki | super, dziękuję | serdeczne dzięki | dziekuje bardzo za szybka odpowiedz | świetnie, o to chodziło | rozumiem, dzięki | bardzo mi to pomogło 👍 | dzięki za odp wszystko jasne dziękuję | dzięki, uratowałeś mi życie | jesteś najlepszy',
    goodbye:
      'do widzeniaa | paa | miłego dnia! | dobranoc wszystkim | dzięki, na razie | to wszystko, dziękuję | życzę miłego weekendu | do zobaczenia jutro',
    identity:
      'kim jestes? | jak masz na imie | jesteś robotem? | czy rozmawiam z człowiekiem | jak sie masz | hej co u ciebie | czym jesteś | kto cię stworzył | jesteś prawdziwą osobą | z kim rozmawiam? | czy jesteś sztuczną inteligencją',
    abilities:
      'co potrafisz? | w czym możesz mi pomóc | co umiesz robić | pomozesz mi? | potrzebuje pomocy | mam pytanie | mam kilka pytań do was | o co mogę cię zapytać? | o co mogę zapytać | na jakie pytania odpowiadasz | dzień dobry chciałbym o coś zapytać',
    trouble:
      'to nie działa | nic nie działa!! | nadal nie działa | u mnie to nie działa | dzień dobry, już nie działa',
    complaint:
      'jesteś bezużyteczny | Ten bot jest beznadziejny! | to mi w ogóle nie pomogło | nie rozumiesz mojego pytania | to jest bzdura | to nie pomaga',
    person:
      'chcę rozmawiać z człowiekiem | połącz mnie z konsultantem | czy mogę porozmawiać z prawdziwą osobą? | konsultant proszę | potrzebuję kontaktu z konsultantem | czy ktoś może do mnie oddzwonić | nie chcę rozmawiać z botem | chciałabym pogadać z kimś z obsługi klienta | Czy mogę do was zadzwonić? | Jaki jest wasz numer telefonu? | czy jest numer telefonu? | jaki jest wasz numer | czy można zadzwonić',
    questions:
      'cześć gdzie jest moje zamówienie | dzięki ale jak zrezygnować? | dzień dobry tvn godziny | jak masz na umowie zapisane | co możesz powiedzieć o zwrotach | konsultant ślubny cena | człowiek roku konkurs | miłego dnia kubek | mam pytanie o fakturę | pomoc społeczna adres | kim jest prezes | czy mogę porozmawiać z kimś o reklamacji | zmienić mój numer telefonu | bezużyteczne pliki | wywołać funkcję | logowanie nie działa | format numeru telefonu',
  },
  pt: {
    greeting:
      'oiii | bom diaa | olá boa tarde! | oi tudo bem | e aí 👋 | boa noite a todos | oi pessoal | ola bot | tem alguém aí? | prazer em conhecê-lo',
    dismissal:
      'ah deixa pra lá | não importa, já encontrei | tanto faz então | esquece isso | ok, já achei sozinha a resposta',
    thanks:
      'obrigadaa | muito obrigado! | obg pela ajuda | valeu mesmo | brigadão 🙏 | perfeito, obrigada | agradeço muito pela atenção | ótimo, era isso que eu precisava | entendi, obrigado | mto obrigada pela resposta | ajudou muito | obrigado, você salvou meu dia | você é o melhor',
    goodbye:
      'tchauu | até mais! | obrigado, tchau | tenha um bom dia | até amanhã pessoal | bom fim de semana | falou, até logo | é só isso obrigado',
    identity:
      'quem é vc? | qual seu nome | você é um robô? | estou falando com uma pessoa real | como vai você | oi como vc está | quem é você afinal | quem te criou | você é humano ou máquina | fale sobre você | tu és uma ia?',
    abilities:
      'o que vc faz? | como você pode me ajudar | pode me ajudar? | preciso de ajuda | tenho uma dúvida | o que você sabe fazer | posso te perguntar uma coisa? | o que posso perguntar | oi queria tirar uma dúvida | em que podes ajudar',
    trouble:
      'não funciona | nada funciona aqui!! | isso não está funcionando | ainda não funciona | olá, não deu certo',
    complaint:
      'você é inútil | Este bot é péssimo! | isso não me ajudou em nada | você não entendeu a minha pergunta | a resposta está errada | isso não ajuda',
    person:
      'quero falar com um atendente | posso falar com uma pessoa de verdade? | me passa pra um humano | gostaria de falar com alguém do suporte | atendente por favor | não quero falar com robô | podem me ligar? | preciso falar com uma pessoa | Posso ligar para vocês? | Qual é o vosso número de telefone? | há um número de telefone? | qual é o seu número | posso telefonar?',
    questions:
      'oi cadê meu pedido | obrigado mas como cancelo? | Bom Dia Brasil horário | quem é você obrigado a avisar | o que você pode dizer sobre trocas | atendente de farmácia salário | pessoa jurídica cadastro | olá quanto custa o frete | tenho uma dúvida sobre a fatura | como está o prazo de entrega | posso falar com alguém sobre meu reembolso | qual o nome do presidente | salva vida | alterar o meu número de telefone | ficheiros inúteis | chamar uma função | o login não funciona | formato do número de telefone',
  },
  tr: {
    greeting:
      'merhabaaa | selam herkese | iyi günler! | slm 👋 | gunaydinlar gunaydin | merhaba nasılsınız | iyi akşamlar herkese | selamun aleykum | orada kimse var mı? | tanıştığıma memnun oldum',
    dismissal:
      'neyse boş ver | artık önemli değil | ben kendim buldum | boşver, fark etmez | tamam unut gitsin onu',
    thanks:
      'teşekkürleeer | çok teşekkür ederim! | cok sagolun | tsk ederim | yardımın için teşekkürler | harika, teşekkürler | tamam anladım sağ ol | süper oldu 👍 | verdiğiniz bilgi için çok teşekkürler | tam aradığım şey | tamamdır eyvallah | teşekkürler, günümü kurtardınız | kahramansınız, sağ olun',
    goodbye:
      'görüşürüüüz | hoşça kal | iyi geceler! | teşekkürler iyi günler | kendine iyi bak | bay bay | hepsi bu, teşekkürler | iyi hafta sonları dilerim',
    identity:
      'sen kimsin? | nasilsin bugün | adın ne | robot musun | gerçek bir insan mısın? | kiminle konuşuyorum | sen bir yapay zeka mısın | seni kim yaptı | naber iyi misin | bot musun insan mısın | kendini tanıtır mısın',
    abilities:
      'ne yapabilirsin? | bana nasıl yardım edebilirsin | yardım eder misin | yardıma ihtiyacım var | bir sorum var | sana bir şey sorabilir miyim? | neler biliyorsun | hangi konularda yardımcı oluyorsun? | merhaba bir soru sormak istiyorum',
    trouble:
      'bu çalışmıyor | hiçbir şey çalışmıyor!! | hala olmuyor | merhaba, artık çalışmıyor | neden çalışmıyor?',
    complaint:
      'çok aptalsın | bu bot berbat | bana hiç yardımcı olmadın | beni hiç anlamıyorsun | sen işe yaramazsın | bu işe yaramıyor',
    person:
      'gerçek bir insanla konuşmak istiyorum | müşteri temsilcisine bağlanmak istiyorum | canlı destek lütfen | beni bir yetkiliye bağlar mısınız | temsilci ile görüşmek istiyorum | robotla konuşmak istemiyorum | beni arar mısınız | biriyle konuşabilir miyim? | Sizi arayabilir miyim? | Telefon numaranız nedir? | telefon numarası var mı? | numaranız kaç | telefonunuz var mı',
    questions:
      'merhaba siparişim nerede | teşekkürler ama nasıl iptal ederim? | selam kargo ücreti ne kadar | kim kayıt olabilir | yardım kuruluşu bağış | iadeler hakkında ne yapabilirim | günaydın çayı fiyatı | temsilci maaşı | faturam hakkında biriyle konuşabilir miyim | bir sorum var garanti ile ilgili | robot süpürge fiyat | nasıl iade ederim | telefon numaramı değiştirmek | yanlış şifre girdim | giriş çalışmıyor | telefon numarası biçimi',
  },
  ru: {
    greeting:
      'приветтт | Здравствуйте! | добрый день всем | доброе утро 👋 | хай бот | здрасьте | приветствую вас | привет привет | есть тут кто живой? | приятно познакомиться с вами',
    dismissal:
      'а, неважно уже | забудьте об этом | ладно, проехали | всё, уже сам нашёл ответ | нет, уже не надо',
    thanks:
      'спасибоо | большое спасибо! | спс большое | благодарю за помощь | ок, понял, спасибо | отлично, то что нужно | спасибо огромное за быстрый ответ | супер 👍 спасибо | всё ясно, благодарю | вы мне очень помогли | спосибо | спасибо, вы спасли мой день | ты лучший',
    goodbye:
      'покаа | до свидания! | всего хорошего вам | спасибо, пока | до завтра всем | хороших выходных | спокойной ночи! | это всё, спасибо',
    identity:
      'ты кто? | как тебя зовут | ты бот или человек | я говорю с живым человеком? | как дела | привет как ты | кто ты такой | вы робот? | что ты такое | кто тебя создал | с кем я общаюсь',
    abilities:
      'что ты умеешь? | чем ты можешь помочь | помогите пожалуйста | мне нужна помощь | у меня вопрос | можно задать вопрос? | что ты знаешь | здравствуйте, можете помочь? | о чем тебя можно спросить',
    trouble:
      'это не работает | ничего не работает!!! | всё равно не работает | у меня не получается | здравствуйте, опять не работает',
    complaint:
      'ты бесполезен | Этот бот совсем тупой! | это мне не помогло | вы не поняли мой вопрос | ответ неверный | какой дурацкий бот | это не помогает',
    person:
      'хочу поговорить с человеком | соедините с оператором | позовите живого человека | оператор! | переключите меня на специалиста пожалуйста | можно поговорить с кем-нибудь из поддержки? | не хочу общаться с ботом | перезвоните мне | Можно вам позвонить? | Какой у вас номер телефона? | есть номер телефона? | какой ваш номер | можно позвонить?',
    questions:
      'привет где мой заказ | спасибо но как отменить? | Доброе утро чай цена | кто ты по договору заказчик | что ты можешь сказать о возврате | оператор связи тариф | человек паук костюм | здравствуйте сколько стоит доставка | у меня вопрос по счету | как дела оформляются в архиве | помощь на дороге телефон | можно поговорить с кем-то о возврате денег | изменить мой номер телефона | бесполезные файлы | неверный пароль | вход не работает | формат номера телефона',
  },
  uk: {
    greeting:
      'привіттт | Добрий день усім! | доброго ранку | вітаю вас 👋 | хай | привітик всім | доброго вечора! | добридень | є хтось тут? | приємно познайомитись',
    dismissal:
      'та вже неважливо | забудьте про це | ні, вже не треба | ок, вже сам знайшов відповідь | нічого страшного, вже не потрібно',
    thanks:
      'дякуюю | щиро дякую! | дуже дякую за допомогу | ок, зрозумів, дякую | супер, те що треба | дякую за швидку відповідь | спасибі вам | чудово 👍 дякую | все зрозуміло, дяка | ви мені дуже допомогли | дякую вам велике | дякую, ви врятували мій день | ти найкращий',
    goodbye:
      'бувайй | до побачення! | гарного дня вам | дякую, па-па | на все добре | гарних вихідних | на добраніч усім | це все, дякую',
    identity:
      'ти хто? | як тебе звати | ти бот чи людина | я розмовляю з живою людиною? | як справи | привіт як ти | хто ти такий | ви робот? | що ти таке | хто тебе створив | з ким я спілкуюсь',
    abilities:
      'що ти вмієш? | чим ти можеш допомогти | допоможіть будь ласка | мені потрібна допомога | у мене питання | можна запитати? | що ти знаєш | добрий день, можете допомогти? | про що тебе можна спитати',
    trouble:
      'це не працює | нічого не працює!!! | все одно не працює | у мене не виходить | добрий день, знову не працює',
    complaint:
      'ти марний | Цей бот такий тупий! | це мені зовсім не допомогло | ви не зрозуміли моє питання | відповідь неправильна | це не допомагає',
    person:
      "хочу поговорити з людиною | з'єднайте з оператором | покличте живу людину | оператор | зв'яжіть мене зі спеціалістом будь ласка | можна поговорити з кимось із підтримки? | не хочу спілкуватися з ботом | передзвоніть мені | Чи можна вам зателефонувати? | Який у вас номер телефону? | чи є номер телефону? | який ваш номер | чи можу я зателефонувати",
    questions:
      "привіт де моє замовлення | дякую але як скасувати? | Добрий день журнал передплата | хто ти за договором | що ти можеш сказати про повернення | оператор зв'язку тариф | людина павук костюм | добрий день скільки коштує доставка | у мене питання щодо рахунку | допомога на дорозі телефон | можна поговорити з кимось про повернення коштів | як справи оформлюють у суді | змінити мій номер телефону | марні файли | неправильний пароль | вхід не працює | формат номера телефону",
  },
}
