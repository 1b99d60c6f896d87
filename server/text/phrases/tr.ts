import type { Phrases } from './phrases.ts'

export const tr: Phrases = {
  filler:
    'lütfen lutfen evet hayır hayir tamam tmm ok okay peki şey ya yani hmm ah oh eh pardon özür_dilerim kusura_bakmayın kusura_bakma affedersiniz ve ama da de bir şimdi haha hahaha sayın hocam abi abla arkadaşlar arkadaşım canım dostum kardeş kardeşim bey hanım efendim rica_etsem rica_ederim acaba hadi haydi aslında bi',
  greeting: [
    'merhaba merhabalar mrb mrhb slm selam selamlar selamün_aleyküm selamün selamın sa as aleyküm günaydın gunaydin günaydınlar iyi_günler iyi_akşamlar iyi_sabahlar iyi_çalışmalar tünaydın hello hi hey alo merhabaa iyi_geceler_herkese hoş_bulduk hoşbulduk kolay_gelsin hayırlı_sabahlar hayırlı_günler hayırlı_akşamlar ~ herkese size sana aleyküm aleykum millet tekrar hoş günler herkes bot asistan ben nasılsın nasılsınız iyi bugün ekip chatbot orada',
    'kimse biri + var orada ~ mı mi orda',
    'tanıştığıma tanıştığımıza tanışmak + memnun_oldum memnun sevindim güzel ~ oldum çok',
    'naber nbr ne_haber naber_nasılsın ne_var_ne_yok n_aber ~ nasılsın nasıl gidiyor',
  ],
  dismissal: [
    'boş_ver boşver bosver boş_verin boşverin önemli_değil onemli_degil fark_etmez unut_gitsin unutun_gitsin cevabı_buldum kendim_buldum ~ artık artik ben kendim onu bunu gerek_kalmadı neyse cevabı buldum tamam ya sorumu',
  ],
  thanks: [
    'teşekkür teşekkürler tesekkurler tesekkur teşekkur tşk tşkler tsk tskler sağol sağolun sagol sagolun sağ_ol sağ_olun eyvallah eyv mersi thanks thx minnettarım minnettar teşekkürlerimi allah_razı_olsun ~ ederim ederiz çok cok için sonsuz yardımın yardımınız yardımlarınız yardımların cevabın cevabınız bilgi bilgiler hızlı size sana şimdiden her yardım yardımcı oldunuz oldun harika süper gerçekten verdiğiniz verdiğin cevap yanıt yanıtınız ilginiz ilgin vakit zaman şey iyi var_ol olsun güzel açıklama açıklamanız desteğiniz destek bilgilendirme bilgilendirmeniz tekrar tekrardan ettim edeceğim anlattığınız',
    'harika süper super mükemmel muhteşem güzel iyi_oldu bravo helal yardımcı_oldu şahane efsane işe_yaradı faydalı faydalı_oldu aferin müthiş on_numara iyiymiş kral kralsın ~ oldu çok bu tam aradığım istediğim cevap iş oldun oldunuz tebrikler yardımcı gerçekten sensin harikasın şey iyi olmuş olsun aradığım_şey buydu işe',
    'tam tamda + aradığım istediğim aradığımdı ihtiyacım ~ şey şeydi bu buydu olarak da olan',
    'anladım anlaşıldı tamamdır tamam peki olur tmm tmmdır ok okey oldu ~ şimdi çok iyi her_şey bunu güzel anlaşılmıştır tamam sorun',
    'çözüldü oldu çalıştı halloldu ~ sorun sorunum bu işe şimdi problem artık + sorun sorunum problem çözüldü halloldu çalıştı',
    'kurtardın kurtardınız kurtardı + hayatımı günümü beni işimi bizi ~ resmen gerçekten çok siz sen bu',
    'kahramansın kahramansınız kahramanımsın harikasınız süpersin süpersiniz efsanesin efsanesiniz meleksin birtanesin ~ sen siz gerçekten tam bir çok resmen',
  ],
  goodbye: [
    'görüşürüz gorusuruz görüşmek_üzere hoşçakal hoşçakalın hoşça_kal hoşça_kalın hoscakal hoscakalin güle_güle gule_gule bay_bay baybay bye byebye iyi_geceler kendine_iyi_bak kendinize_iyi_bakın elveda allahaısmarladık allaha_ısmarladık bb iyi_günler_dilerim iyi_akşamlar_dilerim kal_sağlıcakla esen_kalın sağlıcakla_kalın güle ~ sonra yarın dilerim kal iyi günler geceler akşamlar görüşmek üzere hoşça size sana kendine iyi_bak bir_dahaki sefere kalın tekrar yakında',
    'günler akşamlar geceler gün akşam hafta_sonu haftasonu haftalar hafta_sonları tatiller ~ iyi güzel size sana dilerim hayırlı mutlu bir size_de + dilerim güzel mutlu hafta_sonu hafta_sonları haftasonu haftalar tatiller',
    'bu_kadar hepsi_bu başka_sorum_yok bukadar ~ bugünlük şimdilik için sorularım kadar sorum',
    'gitmem çıkmam kaçtım + lazım gerek gerekiyor kaçtım ~ gitmem artık ben',
  ],
  identity: [
    'nasılsın nasilsin nasılsınız nasilsiniz nasıl_gidiyor nasıl_gidiyo iyi_misin iyi_misiniz keyifler naber napıyorsun napıyon ne_yapıyorsun nabıyon hayat_nasıl günün_nasıl her_şey_yolunda ~ bugün iyi her_şey nasıl hayat yolunda mı umarım iyisindir günün geçiyor gidiyor sen siz işler',
    'kimsin kimsiniz kiminle kim_bu kimsin_sen ~ sen siz konuşuyorum görüşüyorum tam olarak gerçekten yazışıyorum acaba kim bu yazıyorum konuştuğumu',
    'nesin nesiniz ~ sen siz tam olarak',
    'kim + yazdı yarattı yaptı geliştirdi programladı tasarladı üretti konuşuyor cevaplıyor ~ seni sizi benimle bana burada + seni sizi benimle bana',
    'sen siz misin misiniz musun musunuz mısın mısınız müsün konuşuyorum yazışıyorum + bot robot insan yapay_zeka makine gerçek bilgisayar chatbot program yapay kişi ai chatgpt robotla insanla botla yazılım otomatik gerçek_kişi ~ mı mi misin mısın musun bir gerçekten yoksa yapay zeka mısınız sadece biri ile misiniz kişi karşımda canlı bi biriyle_mi gerçek_biriyle',
    'bot robot insan bu gerçek + karşımda karşımdaki bu ~ mı mi bot robot insan gerçek bir mu yoksa karşımdaki_kişi + bot robot insan',
    'adın adin ismin adınız isminiz ~ ne nedir senin sizin söyler öğrenebilir miyim var mı bana',
    'kendini kendinizi kendinden kendinizden + tanıt tanıtır bahset anlat bahseder anlatır tanıtın tanıtabilir ~ bize bana biraz misin mısın musun misiniz mısınız',
    'orada_mısın orda_mısın burada_mısın orada_mısınız ~ hala',
    'nasıl + çalışıyorsun çalışıyorsunuz ~ sen siz',
  ],
  abilities: [
    'ne neler nasıl hangi neyi nelere nelerde ne_konuda hangi_konularda hangi_konuda + yapabilirsin yapabilirsiniz yapıyorsun yapıyorsunuz biliyorsun yardım yardımcı yaparsın sorabilirim yapabiliyorsun soru bilirsin yapabilir cevaplayabilirsin cevaplıyorsun bilgin becerebilirsin yardımcı_olabilirsin ~ benim için bana konularda konuda edebilirsin edebilirsiniz olabilirsin olabilirsiniz olursun sana size sen siz burada tür sorabilirim ediyorsun olabilir misin işe şeyler soruları gibi yapabilirsiniz + yapabilirsin yapabilirsiniz yapıyorsun yapıyorsunuz biliyorsun edebilirsin edebilirsiniz olabilirsin olabilirsiniz yaparsın sana size yapabiliyorsun bilirsin cevaplayabilirsin cevaplıyorsun ediyorsun becerebilirsin olursun',
    'ne_işe_yararsın ne_işe_yarıyorsun ne_işe_yararsınız görevin_ne amacın_ne ne_iş_yaparsın yeteneklerin_neler özelliklerin_neler ne_için_varsın ~ sen siz nedir görevin amacın tam olarak',
    'yardım yardımcı yardıma yardımınıza yardımına destek imdat ~ eder et edin misin misiniz edebilir edebilirmisin olabilir olur musun musunuz lazım ihtiyacım var bana bir konuda istiyorum konuda_yardım biri edebilecek edecek almak acil mısın olun ol kimse mi biraz gerekiyor gerek edermisin olurmusun olabilirmisin edermisiniz + yardım yardımcı yardıma yardımınıza yardımına imdat',
    'soru sorum sorular sorularım sormak soracağım ~ var bir birkaç sorabilir miyim istiyorum size sana şey birşey küçük kısa benim bişey soracaktım vardı olacaktı bişi iki kaç + var sorabilir istiyorum soracağım vardı size sana olacaktı',
    'soru_sorabilir_miyim soru_soracağım birşey_sorabilir_miyim bişey_sorcam bir_şey_soracaktım bir_şey_sorabilir_miyim bi_şey_sorucam ~ size sana',
    'nasıl + kullanırım kullanılır kullanabilirim kullanıyorum ~ seni bu sohbeti botu bot sohbet + seni botu sohbeti',
  ],
  trouble: [
    'çalışmıyor olmuyor işlemiyor olmadı çalışmadı açılmıyor yürümüyor ~ bu o hala hâlâ hiçbir_şey hiçbiri neden niye bir_türlü yine artık bende şey hiç niçin burada düzgün',
    'bozuk bozuldu + bu hala her_şey o ~ yine',
  ],
  complaint: [
    'işe_yaramaz aptal salak gereksiz berbat rezalet saçma kötü çöp gerizekalı + sen siz bu bot chatbot asistan cevap cevabın işe_yaramazsın aptalsın ~ çok tamamen gerçekten bir sın tam ne kadar tamamıyla',
    'işe_yaramazsın aptalsın salaksın berbatsın gereksizsin işe_yaramıyorsun ~ sen çok tamamen gerçekten hiç',
    'yardımcı_olmadı yardımcı_olmadın yardımcı_olmuyor yardımcı_olmuyorsun işe_yaramadı faydası_olmadı ~ bu hiç bana cevap pek sen',
    'anlamıyorsun anlamadın anlamıyor ~ beni sen hiç sorumu bot soruyu',
    'yanlış + bu_cevap cevabın bu_yanlış yanlış_cevap ~ tamamen bu cevap',
    'işe_yaramıyor işe_yaramadı yardımcı_olmuyor yardımcı_olmadı faydası_yok faydası_olmadı ~ bu hiç bana hala',
  ],
  person: [
    'konuşmak konuşabilir konuşabilirim görüşmek görüşebilir görüşebilirim bağlan bağlanmak bağla bağlar bağlayın ulaşmak aktar aktarın iletişim bağlayabilir bağlanabilir görüşme konuşma yazışmak konuşayım konuşacak ulaşabilirim bağlarmısın bağlanmam aktarır görüştürün + insan insanla kişi kişiyle temsilci temsilciye temsilciyle biri biriyle birine müşteri_temsilcisi müşteri_temsilcisine müşteri_temsilcisiyle müşteri_hizmetleri müşteri_hizmetlerine müşteri_hizmetleriyle yetkili yetkiliyle yetkiliye operatör operatöre operatörle insana canlı_destek canlı_desteğe danışman danışmanla görevli görevliye görevliyle çalışan uzman uzmanla ekiple müdürle temsilcinizle temsilcisiyle temsilcisine temsilcisi destek_ekibi destek_ekibiyle ~ gerçek bir ile istiyorum isterim miyim mıyım mısın misin misiniz canlı beni bana mümkün mü nasıl müşteri lazım insan olan var bir_insan istiyoruz gerek gerekiyor hizmetleri destek ihtiyacım kurmak geçmek kanlı sizden robotla değil bot olur musunuz mısınız rica ediyorum kimle',
    'insan temsilci müşteri_temsilcisi canlı_destek operatör yetkili canlı_temsilci gerçek_kişi gerçek_biri gerçek_insan ~ gerçek istiyorum lazım var mı bir canlı yok mu bağlan kişi biri müşteri bana verin ver destek hattı kimse',
    'beni + arayın arar arayabilir arasın ara aramanızı ~ biri lütfen misiniz mısınız geri birisi mısın istiyorum',
    'robotla botla makineyle makinayla bot robot + istemiyorum ~ konuşmak bir bu',
    'arayabilir_miyim telefon_numaranız telefon_numaranızı telefon_numarası arayabileceğim ~ sizi var mı bir nedir ne kaç numara numaranız telefon alabilir miyim verir misiniz destek + sizi var nedir ne arayabileceğim telefon_numaranız telefon_numaranızı',
    'numaranız numaranızı telefonunuz numaran ~ ne kaç nedir var mı alabilir miyim verir misiniz telefon',
  ],
}
