import { describe, expect, test } from 'vitest'
import { openLibrary } from './library.ts'

/** Paragraphs of one page, and questions with the number of the paragraph that answers each. */
interface Sample {
  paragraphs: string[]
  questions: [question: string, paragraph: number][]
}

/** In every language: fees, opening hours, loans, lost cards, rooms, printing. */
const SAMPLES: Record<string, Sample> = {
  Greek: {
    paragraphs: [
      'Η ετήσια κάρτα της βιβλιοθήκης κοστίζει δεκαπέντε ευρώ. Για παιδιά και μαθητές είναι δωρεάν.',
      'Η κεντρική βιβλιοθήκη ανοίγει από Τρίτη έως Σάββατο, από τις δέκα το πρωί. Τις αργίες μένει κλειστή.',
      'Τα βιβλία δανείζονται για τέσσερις εβδομάδες. Ο δανεισμός ανανεώνεται δύο φορές.',
      'Αν χαθεί η κάρτα σας, ενημερώστε μας αμέσως. Η αντικατάσταση κοστίζει πέντε ευρώ.',
      'Οι αίθουσες μελέτης χωρούν έξι άτομα και κλείνονται ηλεκτρονικά δύο εβδομάδες πριν.',
      'Εκτυπωτές υπάρχουν σε κάθε όροφο. Η έγχρωμη σελίδα κοστίζει σαράντα λεπτά.',
    ],
    questions: [
      ['Πληρώνουν οι μαθητές για κάρτα βιβλιοθήκης;', 0],
      ['ΠΟΤΕ ΕΙΝΑΙ ΑΝΟΙΧΤΗ Η ΒΙΒΛΙΟΘΗΚΗ ΤΟ ΣΑΒΒΑΤΟ;', 1],
      ['Πώς ανανεώνω τον δανεισμό ενός βιβλίου;', 2],
      ['Τι κάνω με μια χαμένη καρτα και ποσο κοστιζει η αντικατασταση της;', 3],
      ['Μπορώ να κλείσω αίθουσα για έξι ατόμων ομάδα;', 4],
      ['Πόσο κάνουν οι έγχρωμες σελίδες στον εκτυπωτή;', 5],
    ],
  },
  Hindi: {
    paragraphs: [
      'पुस्तकालय के कार्ड का शुल्क साल में १५ रुपये है। बच्चों और विद्यार्थियों को कुछ नहीं देना पड़ता।',
      'मुख्य पुस्तकालय मंगलवार से शनिवार तक सुबह १० बजे खुलता है। छुट्टियों में सभी शाखाएँ बंद रहती हैं।',
      'किताबें चार हफ़्ते के लिए दी जाती हैं। अवधि दो बार बढ़ाई जा सकती है।',
      'कार्ड खो जाने पर हमें तुरंत बताइए। नया कार्ड पाँच रुपये में बनता है।',
      'पढ़ने के कमरे छह लोगों के लिए हैं और दो सप्ताह पहले आरक्षित किए जा सकते हैं।',
      'हर मंज़िल पर छपाई की मशीनें हैं। रंगीन पन्ने का दाम चालीस पैसे है।',
    ],
    questions: [
      ['विद्यार्थी को कितना शुल्क देना होगा?', 0],
      ['किस शाखा की छुट्टी कब होती है?', 1],
      ['किताब कितने हफ्ते रख सकते हैं?', 2],
      ['मेरा कार्ड खो गया, अब नया कैसे बनेगा?', 3],
      ['कमरा आरक्षित कैसे करें?', 4],
      ['रंगीन पन्नों की छपाई कहाँ होती है?', 5],
      ['10 बजे क्या खुलता है?', 1],
    ],
  },
  Thai: {
    paragraphs: [
      'ค่าทำบัตรห้องสมุดปีละสิบห้าบาท เด็กและนักเรียนไม่ต้องเสียค่าใช้จ่าย',
      'ห้องสมุดกลางเปิดให้บริการตั้งแต่วันอังคารถึงวันเสาร์ เวลาสิบโมงเช้า ปิดในวันหยุดราชการ',
      'ยืมหนังสือได้สี่สัปดาห์และต่ออายุการยืมได้สองครั้ง',
      'หากทำบัตรหายให้แจ้งเจ้าหน้าที่ทันที บัตรใหม่ราคาห้าบาท',
      'ห้องอ่านหนังสือรองรับได้หกคนและจองออนไลน์ล่วงหน้าได้สองสัปดาห์',
      'มีเครื่องพิมพ์อยู่ทุกชั้น พิมพ์สีหน้าละสี่สิบสตางค์',
    ],
    questions: [
      ['นักเรียนต้องเสียค่าบัตรเท่าไร', 0],
      ['วันเสาร์ห้องสมุดเปิดกี่โมง', 1],
      ['ต่ออายุหนังสือที่ยืมได้กี่ครั้ง', 2],
      ['บัตรหายต้องทำอย่างไร', 3],
      ['จองห้องล่วงหน้าได้นานแค่ไหน', 4],
      ['พิมพ์สีราคาเท่าไร', 5],
    ],
  },
  Vietnamese: {
    paragraphs: [
      'Thẻ thư viện giá mười lăm nghìn đồng một năm. Trẻ em và học sinh được miễn phí.',
      'Thư viện trung tâm mở cửa từ thứ ba đến thứ bảy, từ mười giờ sáng. Ngày lễ tất cả đều đóng cửa.',
      'Sách được mượn trong bốn tuần. Có thể gia hạn hai lần.',
      'Nếu bị mất thẻ, hãy báo ngay cho chúng tôi. Thẻ mới giá năm nghìn đồng.',
      'Phòng học dành cho sáu người và có thể đặt trước hai tuần qua mạng.',
      'Máy in có ở mỗi tầng. Trang in màu giá bốn mươi xu.',
    ],
    questions: [
      ['Học sinh có phải trả tiền thẻ thư viện không?', 0],
      ['Thứ bảy thư viện mở cửa lúc mấy giờ?', 1],
      ['Gia hạn sách đã mượn như thế nào?', 2],
      ['Tôi bị mất thẻ thì phải làm gì?', 3],
      ['dat phong hoc truoc bao lau', 4],
      ['In màu một trang giá bao nhiêu?', 5],
    ],
  },
  Turkish: {
    paragraphs: [
      'Kütüphane kartının yıllık ücreti on beş liradır. Çocuklar ve öğrenciler ücret ödemez.',
      'Merkez kütüphane salıdan cumartesiye kadar saat onda açılır. Resmî tatillerde bütün şubeler kapalıdır.',
      'Kitaplar dört haftalığına ödünç verilir. Süre iki kez uzatılabilir.',
      'Kartınızı kaybederseniz hemen bize bildirin. Yenisi beş liradır.',
      'Çalışma odaları altı kişiliktir ve iki hafta öncesinden internetten ayırtılabilir.',
      'Her katta yazıcı bulunur. Renkli sayfa kırk kuruştur.',
    ],
    questions: [
      ['Öğrenciler kütüphane kartı için ne kadar öder?', 0],
      ['Tatilde hangi şube açık?', 1],
      ['Ödünç aldığım kitabın süresini nasıl uzatırım?', 2],
      ['Kartımı kaybettim, ne yapmalıyım?', 3],
      ['Çalışma odasını nasıl ayırtırım?', 4],
      ['renkli cikti icin YAZICI nerede?', 5],
    ],
  },
  Spanish: {
    paragraphs: [
      'El carné de la biblioteca cuesta quince euros al año. Los niños y los alumnos no pagan nada.',
      'La biblioteca central abre de martes a sábado desde las diez. Los días festivos cierran todas las sedes.',
      'Los libros se prestan por cuatro semanas. El préstamo se renueva dos veces como máximo.',
      'Si pierde el carné, avísenos enseguida. El duplicado cuesta cinco euros.',
      'Las salas de estudio son para seis personas y se reservan por internet con dos semanas de antelación.',
      'Hay impresoras en cada planta. La página en color cuesta cuarenta céntimos.',
    ],
    questions: [
      ['¿Tiene que pagar un alumno?', 0],
      ['¿Está abierta la biblioteca los sábados?', 1],
      ['¿Puedo renovar un prestamo?', 2],
      ['He perdido mi carne, ¿qué cuesta el duplicado?', 3],
      ['¿Cómo reservo una sala?', 4],
      ['¿Cuánto cuesta imprimir páginas en color?', 5],
    ],
  },
  Romanian: {
    paragraphs: [
      'Permisul de bibliotecă costă cincisprezece lei pe an. Copiii și elevii nu plătesc nimic.',
      'Biblioteca centrală se deschide de marți până sâmbătă la ora zece. De sărbători toate filialele sunt închise.',
      'Cărțile se împrumută pentru patru săptămâni. Împrumutul se prelungește de cel mult două ori.',
      'Dacă pierdeți permisul, anunțați-ne imediat. Înlocuirea costă cinci lei.',
      'Sălile de studiu sunt pentru șase persoane și se rezervă pe internet cu două săptămâni înainte.',
      'Imprimante găsiți la fiecare etaj. O pagină color costă patruzeci de bani.',
    ],
    questions: [
      ['Trebuie să plătească un elev?', 0],
      ['Este închisă filiala de sărbătoare?', 1],
      ['Cum prelungesc un imprumut?', 2],
      ['Am pierdut permisul. Cât costă înlocuirea lui?', 3],
      ['Cum rezerv o sală de studiu?', 4],
      ['Unde este o imprimantă pentru pagini color?', 5],
    ],
  },
  Korean: {
    paragraphs: [
      '도서관 카드는 일 년에 만 오천 원입니다. 어린이와 학생은 무료입니다.',
      '중앙도서관은 화요일부터 토요일까지 오전 열 시에 문을 엽니다. 공휴일에는 모두 휴관합니다.',
      '책은 사 주 동안 빌릴 수 있습니다. 대출 기간은 두 번 연장할 수 있습니다.',
      '카드를 잃어버리면 바로 알려 주십시오. 재발급 비용은 오천 원입니다.',
      '스터디룸은 여섯 명까지 쓸 수 있고 이 주 전부터 온라인으로 예약합니다.',
      '프린터는 층마다 있습니다. 컬러 인쇄는 한 장에 사백 원입니다.',
    ],
    questions: [
      ['학생도 도서관 카드 값을 내야 하나요?', 0],
      ['공휴일에 휴관하나요?', 1],
      ['대출을 연장하려면 어떻게 하나요?', 2],
      ['카드를 잃어버렸어요. 재발급은 얼마인가요?', 3],
      ['스터디룸을 예약하고 싶어요', 4],
      ['컬러로 인쇄하려면 얼마예요?', 5],
    ],
  },
  Japanese: {
    paragraphs: [
      '図書館カードは一年で千五百円です。子どもと学生は無料です。',
      '中央図書館は火曜日から土曜日まで午前十時に開館します。祝日はすべて休館です。',
      '本は四週間借りられます。貸出は二回まで延長できます。',
      'カードをなくしたときは、すぐに届け出てください。再発行は五百円です。',
      '学習室は六人まで利用でき、二週間前からオンラインで予約できます。',
      'プリンターは各階にあります。カラー印刷は一枚四十円です。',
    ],
    questions: [
      ['学生は図書館カードにお金がかかりますか', 0],
      ['祝日は開館していますか', 1],
      ['貸出の延長は何回できますか', 2],
      ['カードをなくしました。再発行はいくらですか', 3],
      ['学習室を予約したい', 4],
      ['ｶﾗｰ印刷はいくらですか', 5],
    ],
  },
  Hebrew: {
    paragraphs: [
      'כרטיס הספרייה עולה חמישה עשר שקלים לשנה. ילדים ותלמידים אינם משלמים.',
      'הספרייה המרכזית פתוחה מיום שלישי עד שבת משעה עשר. בחגים כל הסניפים סגורים.',
      'ספרים מושאלים לארבעה שבועות. אפשר להאריך את ההשאלה פעמיים.',
      'אם הכרטיס אבד, יש להודיע לנו מיד. כרטיס חלופי עולה חמישה שקלים.',
      'חדרי הלימוד מיועדים לשישה אנשים, וניתן להזמין אותם שבועיים מראש באינטרנט.',
      'מדפסות נמצאות בכל קומה. עמוד צבעוני עולה ארבעים אגורות.',
    ],
    questions: [
      ['האם תלמיד צריך לשלם?', 0],
      ['איזה סניף סגור בחג?', 1],
      ['איך מאריכים השאלה של ספר?', 2],
      ['מה לעשות כשהכרטיס אבד?', 3],
      ['איך מזמינים חדר לימוד?', 4],
      ['כמה עולה הדפסה במדפסת של עמודים צבעוניים?', 5],
    ],
  },
  Arabic: {
    paragraphs: [
      'تبلغ رسوم بطاقة المكتبة ١٥ دينارًا في السنة، والأطفال والطلاب معفون منها.',
      'تفتح المكتبة المركزية أبوابها من الثلاثاء إلى السبت في الساعة العاشرة، وتغلق جميع الفروع في العطل الرسمية.',
      'تعار الكتب لمدة أربعة أسابيع، ويمكن تجديد الإعارة مرتين.',
      'إذا فقدت بطاقتك فأخبرنا فورًا، وتكلف البطاقة البديلة خمسة دنانير.',
      'تتسع غرف الدراسة لستة أشخاص ويمكن حجزها عبر الإنترنت قبل أسبوعين.',
      'توجد الطابعات في كل طابق، وسعر الصفحة الملونة أربعون قرشًا.',
    ],
    questions: [
      ['هل يدفع الطالب رسوما للمكتبه؟', 0],
      ['متى يغلق الفرع في العطلة؟', 1],
      ['كيف أجدد إعارة الكتاب؟', 2],
      ['فقدت بطاقتي، كم تكلف البديلة؟', 3],
      ['كيف يمكنني حجز غرفة للدراسة؟', 4],
      ['كم سعر الصفحات الملونة بالطابعة؟', 5],
      ['ما الذي رسومه 15 دينارا؟', 0],
    ],
  },
}

describe('the paragraph that answers comes first, in any language (docs/behaviour.md#search)', () => {
  for (const [language, { paragraphs, questions }] of Object.entries(SAMPLES)) {
    test(language, async () => {
      const library = await openLibrary()
      const passages = paragraphs.map((text) => ({ text }))
      const collection = await library.add(language, [{ title: '', passages }])

      for (const [question, paragraph] of questions) {
        const [first] = (await library.ask(question, [collection])).passages
        expect.soft(first?.text, question).toBe(paragraphs[paragraph])
      }
    })
  }
})

test('Vietnamese words that differ in a mark alone are told apart, and found without their marks', async () => {
  const goat = 'Nhà của chúng tôi có nuôi một con dê và không có gì khác.'
  const cricket = 'Nhà của các bạn có nuôi một con dế và không có gì khác.'
  const library = await openLibrary()
  const passages = [{ text: goat }, { text: cricket }]
  const collection = await library.add('Animals', [{ title: '', passages }])
  const found = async (question: string) =>
    (await library.ask(question, [collection])).passages.map(({ text }) => text)

  expect(await found('Con dê được nuôi ở đâu?')).toEqual([goat, cricket])
  expect(await found('Con dế được nuôi ở đâu?')).toEqual([cricket, goat])
  expect(await found('con de')).toHaveLength(2)
})
