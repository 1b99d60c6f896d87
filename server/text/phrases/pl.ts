import type { Phrases } from './phrases.ts'

export const pl: Phrases = {
  filler:
    'proszę prosze poproszę tak nie no ok okej okay oki dobra dobrze więc a i ale też to eh hm ah och och przepraszam sorry sory wybacz teraz tylko właśnie haha hehe hej oj już jeszcze pan pani państwo panie szanowny szanowna szanowni drogi droga kochani ludzie',
  greeting: [
    'cześć czesc hej hejka hejo hejka siema siemka siemano witam witaj witajcie witamy dzień_dobry dzien_dobry dobry_wieczór elo yo hello hi halo serwus dobry dzieńdobry dziendobry dzieńdoberek pozdrawiam pozdrowienia joł czołem uszanowanie czesc heja hejooo ~ dzień wieczór wszystkim wszystkich tam bocie bot chatbot asystencie kolego stary ponownie znowu państwa serdecznie bardzo was was_wszystkich ci mordo ziom miłego tu',
    'ktoś + jest tam tu ~ czy',
    'miło + poznać cię ~ mi ciebie pana panią',
    'co_słychać co_tam co_nowego ~ u ciebie tam',
  ],
  dismissal: [
    'nieważne niewazne nie_ważne nie_wazne nieistotne mniejsza_o_to mniejsza_z_tym zapomnij nic_nie_szkodzi już_znalazłem już_znalazłam juz_znalazlem juz_znalazlam znalazłem_odpowiedź znalazłam_odpowiedź sam_znalazłem sama_znalazłam nie_trzeba_już już_nie_trzeba ~ już o to tym sam sama jednak odpowiedź znalazłem znalazłam a jest nie',
  ],
  thanks: [
    'dziękuję dzieki dzięki dziekuje dziękujemy dziękować dziękówka dzięx dzienks thx thanks podziękowania wdzięczny wdzięczna dzięks merci dziena dziękóweczka dziękuje ~ bardzo ci pani panu państwu wielkie serdecznie ślicznie pięknie za pomoc odpowiedź odpowiedzi odp info informacje informację czas wszystko szybką szybka fajnie super wam jestem z_góry góry z stokrotne piękne jeszcze raz ślicznie uprzejmie wyjaśnienie cierpliwość pomogłeś pomogłaś pomogło świetnie tobie bot serdeczne kochany wsparcie wyczerpującą ogromnie poradę radę twoją twój jest było to',
    'super świetnie swietnie doskonale idealnie genialnie wspaniale ekstra fajnie pomocne pomogło pomogłeś pomogłaś rewelacja bomba mega spoko brawo cudownie kapitalnie git świetne świetna super_odpowiedź extra elegancko pięknie znakomicie ~ to jest było bardzo mi wielkie naprawdę jesteś dokładnie tego szukałem szukałam potrzebowałem robota odpowiedź dobra dobre że wszystko najlepszy o co chodziło i dla mnie',
    'dokładnie właśnie + szukałem szukałam potrzebowałem potrzebowałam chciałem chodziło ~ to jest o co tego mi było',
    'rozumiem zrozumiałem zrozumiałam jasne kumam zrozumiano ok okej okey oki dobra spoko w_porządku zgoda pewnie ~ wszystko już teraz jest to i dobrze jasne',
    'działa zadziałało rozwiązane udało ~ to już się wszystko teraz problem + to już się wszystko problem',
    'uratowałeś uratowałaś uratowaliście uratował uratowało ratujesz ratujecie + życie dzień skórę tydzień ~ mi mój moje mnie nam naprawdę to',
    'bohater bohaterem aniołem anioł skarbem skarb najlepszy najlepsza najlepsi mistrz mistrzem + jesteś jesteście ~ prawdziwym moim naprawdę to',
  ],
  goodbye: [
    'pa papa pa_pa do_widzenia dowidzenia do_zobaczenia nara narka narazie na_razie żegnaj zegnam żegnam dobranoc trzymaj_się trzymajcie_się bywaj do_jutra do_usłyszenia bye byebye do_następnego miłego_dnia miłego_wieczoru cześć_i_do_zobaczenia spadam lecę hej_hej siemanko paski paaa zobaczenia widzenia ~ miłego dnia wieczoru weekendu i wszystkim zobaczenia później jutro jutra życzę spokojnej nocy do następnego razu na raz udanego muszę już kolorowych snów',
    'dnia wieczoru weekendu popołudnia nocy tygodnia ~ miłego życzę dobrego spokojnej udanego i panu pani nawzajem wzajemnie reszty ci wam miłej + miłego dobrego spokojnej udanego miłej życzę',
    'to_wszystko to_by_było_na_tyle na_dziś_tyle to_tyle to_już_wszystko ~ na dziś dzisiaj teraz razie co chciałem wiedzieć',
    'muszę + iść lecieć kończyć uciekać ~ już',
  ],
  identity: [
    'jak + masz ma leci mija czujesz miewasz idzie u_ciebie ~ się sie tam dzień pan pani ci dzisiaj życie u ciebie czuje życie dziś wam',
    'jak_leci jak_tam co_u_ciebie jak_się_masz wszystko_dobrze wszystko_ok a_ty ~ u ciebie dzisiaj wszystko porządku w',
    'kim kto ktoś + jesteś jest rozmawiam pisze mówi piszę gadam odpowiada ~ ty właściwie z mam przyjemność tam pan pani naprawdę tak tu po drugiej stronie mi + jesteś rozmawiam piszę mówi ty gadam pan pani tam pisze odpowiada',
    'czym co + jesteś ~ ty właściwie dokładnie za bot + jesteś',
    'bot botem robotem robot człowiekiem człowiek maszyną maszyna osobą osoba komputer komputerem ai sztuczną inteligencją chatbotem chatbot prawdziwy prawdziwa żywy programem program prawdziwą prawdziwym chatgpt gpt automat automatem żywa sztuczna inteligencja ~ jesteś jest ty czy z rozmawiam to lub albo tylko naprawdę pan pani piszę żywą żywym gadam jakimś ja w_ogóle mam do_czynienia + jesteś rozmawiam piszę gadam pan pani to_jest czy_to ty',
    'imię imie nazywasz nazywa imienia nazywać ~ jak się ci na masz masz_na twoje masz pan pani jakie jest jakieś mogę + się ci na twoje masz',
    'kto + stworzył zrobił zaprogramował wymyślił zbudował napisał ~ cię ciebie',
    'przedstaw opowiedz powiedz + się sobie ~ o coś mi możesz proszę_się krótko',
    'jesteś_tam jesteś_tu jesteś ~ tam tu czy jeszcze wciąż',
    'jak + działasz ~ ty czy dokładnie',
  ],
  abilities: [
    'co jak czym do_czego w_czym o_co z_czym jakie + możesz umiesz potrafisz robisz pomóc pomagasz wiesz może można służysz mogę potraficie pytania zajmujesz ~ dla mnie mi ty zrobić się wszystko robić w czym pan pani zapytać pytać cię ciebie tu tutaj jesteś rzeczy o tematy odpowiadasz na ten bot odpowiedzieć pomożesz wszystkim można_cię spytać zadać ci właściwie o_co_mogę na_jakie_pytania + możesz umiesz potrafisz robisz pomagasz wiesz służysz cię potraficie zajmujesz ci bot',
    'o_co na_jakie_pytania jakie_pytania + mogę_zapytać można_zapytać mogę_pytać można_pytać odpowiadasz mogę_zadać ~ tu tutaj ci',
    'pomoc pomocy pomóż pomóc pomoże pomożesz pomógł pomozesz pomoz wsparcie ~ potrzebuję potrzebna mi może możesz mógłbyś mogłabyś czy ktoś w czymś potrzebuje trochę chciałbym prosić o kto mógłby pilnie jakaś jakiejś szukam będziesz mógł pan pani tu',
    'pytanie pytania pytań pytanko zapytać spytać ~ mam jedno kilka krótkie małe chciałbym chciałabym mogę zadać o coś szybkie chcę do was ciebie takie ci czy zadam pewne parę + mam chciałbym chciałabym mogę chcę pytanko zadam',
    'twoje twoja twój + zadanie rola funkcja umiejętności możliwości cel funkcje zadania ~ jakie jaka jaki jest są',
    'jak + używać korzystać ~ cię z ciebie tego czatu bota + cię ciebie czatu bota',
  ],
  trouble: [
    'działa działają działało zadziałało działać udaje + nie nic ~ to u mi mnie nadal wciąż dalej już się w ogóle dlaczego czemu tutaj ciągle chce tu dobrze',
    'zepsute popsute zepsuło popsuło + to się wszystko ~ jest',
  ],
  complaint: [
    'bezużyteczny bezużyteczna bezużyteczne głupi głupia głupie beznadziejny beznadziejna beznadziejne idiota kretyn okropny okropne śmieszne dno + jesteś to ten ta bot czat odpowiedź jest ~ tak naprawdę całkowicie zupełnie kompletnie po_prostu bardzo jakiś taki taka twoja chatbot',
    'pomogło pomogła pomogłeś pomaga pomagasz pomocne pomocny pomocna + nie nic wcale ~ to mi w ogóle ta odpowiedź jesteś było jest zupełnie',
    'błędna błędne zła źle nieprawda bzdura bzdury + to odpowiedź ~ jest ta twoja całkowicie zupełnie kompletna są',
    'rozumiesz zrozumiałeś zrozumiał + nie nic ~ mnie mojego pytania w ogóle ty bot wcale',
    'dzięki_za_nic',
    'pomaga pomogło + nie nic ~ to mi w ogóle nadal wcale',
  ],
  person: [
    'rozmawiać porozmawiać pogadać połączyć połącz kontakt skontaktować przełączyć przełącz porozmawiam rozmowa rozmowę mówić pomówić połączcie przekierować przekieruj popisać czatować gadać przełączenie połączenie rozmowy dogadać napisać + człowiekiem człowieka konsultantem konsultanta osobą kimś ktoś pracownikiem pracownika agentem doradcą obsługą obsługi przedstawicielem operatorem operatora bok ludźmi specjalistą technikiem kierownikiem konsultantką żywym supportem pomocą_techniczną biurem ~ chcę chciałbym chciałabym mogę można czy z prawdziwym prawdziwą żywym żywą mnie mi potrzebuję klienta kontakt się jak jest możliwość proszę_o prośba o chce do kogoś wolę możesz muszę działem poproszę_o nie botem chciałbym_się tu ze rzeczywistym od muszę kim',
    'człowiek człowieka konsultant konsultanta osoba konsultantem człowiekiem konsultantka ~ prawdziwy żywy poproszę potrzebuję chcę dajcie z prawdziwego żywego kontakt do daj mi czy jest tu jakiś nie bot bota prawdziwa żywa dostępny wolny z + konsultant konsultanta konsultantem prawdziwy żywy prawdziwego żywego żywa prawdziwa poproszę potrzebuję chcę dajcie daj kontakt',
    'oddzwonić oddzwońcie zadzwońcie zadzwonić telefon oddzwonienie zadzwoni ~ czy możecie do mnie ktoś może proszę_o o prośba mogę ktos możesz + mnie ktoś prośba oddzwonić oddzwońcie oddzwonienie',
    'nie + botem robotem maszyną bot automatem ~ chcę rozmawiać z gadać pisać chce mam ochoty',
    'zadzwonić telefon numer_telefonu numer telefonicznie zadzwonię + do_was do_państwa do_pana wasz państwa jest macie mogę można ~ czy na który jaki podać proszę_o do was jakiś pod mogę_zadzwonić do_obsługi pomocy wsparcia skontaktować się z wami + zadzwonić telefonicznie wasz państwa macie zadzwonię',
    'numer_telefonu numer_kontaktowy telefon_kontaktowy + jest macie jakiś ~ czy do was tu państwo',
    'mogę_zadzwonić można_zadzwonić ~ czy do was gdzie',
  ],
}
