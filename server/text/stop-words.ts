/** Languages with stop words, by the name of their Snowball stemmer if there is one. */
export type Language = keyof typeof lists

/**
 * Words that say nothing about the subject of a question, and by which its language is guessed.
 * With diacritics. The lists are short on purpose: a word that names a thing in some trade
 * ("will", "may") costs more when it is dropped than when it is kept, because BM25 discounts it
 * anyway.
 */
const lists = {
  english:
    'a about all also am an and any anybody anyone are as at be because been before being between both but by can could d did do does doesn doing don done each either else ever every everybody everyone for from get give had has have having he her here hers him his how i if in into is isn it its just ll may me might mine more most much must my need no nobody nor not of off on once only or other our ours out over own please re s same shall she should so some somebody someone such t tell than that the their theirs them then there these they this those through to too under until up us ve very want was wasn we were what when where whether which while who whom whose why will with without won would wouldn you your yours',
  german:
    'aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist bitte da damit dann das dass dein deine dem den der des dessen die dies diese dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euer für gegen gibt hat haben hatte hier ich ihm ihn ihnen ihr ihre im in ist ja jede jeder jedes kann kein keine können man mein meine mich mir mit muss nach nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so soll sollen sollte sondern über um und uns unser unsere unter vom von vor wann war waren warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieso wir wird wo woher wohin worden wurde wurden zu zum zur zwischen',
  french:
    'à ai afin alors au aucun aussi autre aux avait avec avez avoir avons c ça ce cela ces cet cette ceux chez combien comme comment d dans de des donc dont du elle elles en est et étaient était être eu eux faire fait faut il ils j je l la là le les leur leurs lors lui m ma mais me même mes moi mon n ne ni nos notre nous on ont ou où par pas peut peuvent peux plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sous sur t ta te tes toi ton tous tout toute très tu un une vos votre vous y',
  spanish:
    'a al algo alguna algún ante antes aquí así aún bajo cada como cómo con contra cual cuál cuáles cuando cuándo cuánto cuántos de debe del desde donde dónde dos e el él ella ellos en entre era eran es esa ese eso esta está estaba están este esto estos fue fueron ha hace hacia han hasta hay la las le les lo los más me mi mis mucho muy nada ni no nos o otra otro otros para pero por porque puede pueden puedo qué que quién quiénes se sea según ser si sí sin sobre son su sus también tan te tener tengo tiene tienen toda todo todos tu tus un una unas uno unos y ya yo',
  italian:
    'a ad ai al alla alle allo anche avere c che chi ci co coi col come con contro cosa cui da dagli dai dal dalla dalle degli dei del dell della delle dello di dove e è ed era erano essere fare fino fra fu gli ha hanno ho i il in io l la le lei li lo loro lui ma mi mia mio molto ne nei nel nella nelle nello noi non o ogni per perché però più può quale quali quando quanto quasi quella quelle quello questa queste questo qui se sei si sia sono sta stata stato su sua sue sugli sui sul sulla suo suoi tra tu tutti tutto un una uno vi voi',
  portuguese:
    'a ao aos aquela aquele as às até com como da das de dela dele depois do dos e é ela ele eles em entre era eram essa esse esta está este estes eu foi for foram há isso isto já lhe mais mas me mesmo meu meus minha muito na nas não nem no nos nós num numa o onde os ou para pela pelas pelo pelos pode podem por porque posso qual quais quando quanto que quem se seja sem ser será seu seus só sobre sua suas também te tem têm teu tu tua um uma você vocês',
  dutch:
    'aan al alle als altijd andere ben bij bent daar dan dat de deze die dit doch doen door dus een en er ge geen had hebben heb heeft hem het hier hij hoe hoeveel hun iemand iets ik in is ja je jij jou jouw kan kunnen kunt maar me meer mee men met mij mijn moet moeten na naar niet niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor waar waarom wanneer was wat welk welke werd wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou',
  swedish:
    'alla allt än är att av bara blev bli blir de dem den denna deras dess det detta dig din dina ditt du efter ej eller en er ett för från ha hade han har henne hon hur i icke inte jag kan man med mellan men mig min mina mitt mot mycket när nej någon något några nu och om oss på så sedan sig sin sina ska skulle som till under upp ut vad var vara varför varje vem vi vid vilken vilka',
  danish:
    'af alle at blev bliver da de dem den denne der deres det dette dig din dit du efter eller en end er et for fordi fra få går ham han har havde hende hendes her hun hvad hvem hver hvilken hvor hvordan hvorfor hvornår i ikke ind ja jeg jer kan man mange med meget men mig min mit mod må når ned noget nogle nu og også om op os på sig sin sit skal som til ud under var ved vi vil være været',
  norwegian:
    'alle at av bare ble bli blir da de deg dem den denne der deres det dette din du eller en enn er et etter for fordi fra før ha hadde han har henne hennes hun hva hvem hver hvilke hvilken hvor hvordan hvorfor i ikke jeg kan kunne man mange med meg men mer min mot må når noe noen nå og også om opp oss over på seg selv sin skal som så til ut var ved vi vil være vært',
  finnish:
    'ei eli en ennen että hän he ja jo joka jonka jos joten juuri kaikki kanssa ketä kuin kuinka kuka kun me mihin mikä miksi milloin minä mitä missä mukaan mutta myös ne niin niitä nyt olen oli olla on ovat se sekä sen siellä siitä sinä tai tämä tässä te vai vaikka vain voi voin voiko',
  turkish:
    'acaba ama ancak aslında az bana bazı belki ben beni benim bir biri biz bu bunu bunun çok çünkü da daha de değil diye eğer en gibi hangi hem hep her hiç için ile ise kadar kez ki kim mı mi mu mü nasıl ne neden nedir nerede niçin niye o olan olarak olduğu oldu olur on ona onlar onu onun sanki siz sonra şey şu tüm var ve veya ya yani yok',
  romanian:
    'a acest acesta această ai al ale am ar are as au ca când care ce cea cei cel cele cine cu cum da dacă dar de decât deci despre din după ea ei el ele este eu fără fi fie fost i iar în între își la le lor lui mai mea meu mi nici nu o or pe pentru poate prin sa sau să se si și sunt te toate tot un una unde unei unor unui va vă',
  czech:
    'a aby aj ale ani asi až bez bude budou by byl byla bylo být co což či další do ho i já jak jaká jaké jaký jako je jeho jej její jejich jen ještě jestli již jsem jsme jsou kde kdo kdy když která které který ke má mají me mezi mi mít mohu může my na nad nebo není než o od on oni pak po pod podle pokud pouze pro proč proto před při s se si sice své ta tak také tam tato té tedy ten tento to tohle toho tom tu tuto ty u už v ve více však všechny vy z za zda ze že',
  hungarian:
    'a abban ahhoz ahogy ami amely az azt azonban be benne csak de e egy egyes el én és ez ezt fel ha hanem hogy hogyan hol honnan ide igen így is itt ki kell kik lehet lesz ma már meg mely melyik mert mi miért mikor milyen minden mint mit most nagyon nem nincs ő ők olyan össze s saját sem szerint tehát több úgy után vagy van vannak volt volna',
  vietnamese:
    'ai bao bị bởi các cái cho chưa có của cũng do đã đang đâu đây để đến đó được gì hay hoặc không khi là làm lại lên mà mỗi một nào này nên nếu nhiêu như nhưng những ở phải qua ra rất rồi sao sẽ tại theo thì thế từ và vào về vì với',
  russian:
    'а без более бы был была были было быть в вам вас весь во вот все всех вы где да для до его ее ей если есть еще же за здесь и из или им их к как какая какие каким какой какую когда кого кто куда ли либо между меня мне может можно мой моя мы на над надо нас не него нее нет ни них но ну о об однако он она они оно от откуда по под почему при про с свой себя сколько со так также такой там те тем то того тоже той только том тот ты у уже чем через чего что чтобы эта эти это этого этой этом этот я',
  arabic:
    'أو أي أين إذا إلا إلى إن أن أنا أنت الان التي الذي الذين اللتي اما انه او بعد بعض بين تكون ثم حتى حيث خلال ذلك عن عند عندما على علي في قبل قد كان كانت كل كم كما كيف لا لدى لقد لكن لم لما لماذا لها له ليس ما ماذا متى مع من منذ منها منه ها هذا هذه هل هم هناك هو هي و وقد وكان ولا ولم وما ومن وهو وهي يتم يكون يمكن',
}

/** Their places stand for them where words are counted. */
export const languages = Object.keys(lists) as readonly Language[]

/** Languages in Latin script, as one of which a word of unknown language may have been indexed. */
export const latinLanguages = languages.filter(
  (language) => language !== 'russian' && language !== 'arabic',
)

const languagesOf = new Map<string, number[]>()
for (const [at, language] of languages.entries()) {
  for (const word of new Set(lists[language].split(' '))) {
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), at])
  }
}

/** The languages, by their places in `languages`, that have a word among their stop words. */
export function languagesOfStopWord(word: string): readonly number[] {
  return languagesOf.get(word) ?? NONE
}
const NONE: readonly number[] = []
