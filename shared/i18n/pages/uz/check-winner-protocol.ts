import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const checkWinnerProtocol: PageText = {
  title: 'Gʻolib va bayonnoma qanday tekshiriladi',
  summary:
    'Kim gʻolib boʻladi, bayonnoma qayerda paydo boʻladi va uning haqiqiyligini har kim qanday tekshira oladi.',
  updatedOn: '2026-11-24',
  blocks: [
    paragraph(
      'Auksion yopilgach, natija lot sahifasida hammaga koʻrinadi: yakuniy narx, barcha tasdiqlangan narxlar, ularning vaqti va ishtirokchi raqamlari. Ismlar u yerda yoʻq. Gʻolibning ismi faqat bayonnomada koʻrsatiladi.',
    ),
    heading('Auksion qanday yakunlanadi'),
    table(
      ['Holat', 'Natija'],
      ['Kamida bitta narx tasdiqlangan', 'Sotildi: oxirgi narxni tasdiqlagan ishtirokchi gʻolib boʻladi'],
      [
        'Ishtirokchilar soni qoidadagidan kam',
        'Auksion boʻlib oʻtmadi; tasdiqlangan narxlar kuchini yoʻqotadi',
      ],
      ['Ishtirokchilar yetarli, lekin hech kim narxni tasdiqlamadi', 'Narx taklif qilinmadi'],
      ['Lot yopilishidan oldin savdodan olindi', 'Savdodan olindi; barcha zakalatlar boʻshatiladi'],
      ['Taklif qilingan ishtirokchi muddatida rozilik bermadi', 'Narx tasdiqlanmadi'],
    ),
    paragraph(
      'Gʻolibdan keyin eng oxirgi narxni tasdiqlagan boshqa ishtirokchi zaxira gʻolib hisoblanadi. Gʻolib voz kechsa yoki toʻlamasa, lot zaxira gʻolibga taklif qilinadi; javob berish muddati — {{invitation}}.',
    ),
    heading('Gʻolib nima qilishi kerak'),
    steps(
      'Kabinetda yutilgan lotni oching va keyingi qadamlarni oʻqing: har birining sanasi va masʼuli yozilgan.',
      'Narxning qolgan qismini muddatida toʻlang. Soddalashtirilgan savdo: {{shop.payment}}; jonli auksion: {{live.payment}}; xususiy savdo: {{private.payment}}.',
      'Bayonnomani kabinetdan PDF shaklida yuklab oling. Undagi QR kod tekshirish sahifasiga olib boradi.',
    ),
    heading('Boʻlib toʻlash'),
    points(
      'Lotda bunga ruxsat berilgan boʻlsa, «Yutgan lotlarim» boʻlimida toʻliq narxni yoki birinchi qismni toʻlashni tanlaysiz. Jadval lot kartochkasida qatnashishdan oldin ham koʻrinadi.',
      'Zakalat birinchi qismga kiradi. Qolgan qismlar oyiga bir marta, ish kuni soat 18:00 gacha toʻlanadi.',
      'Muddati kelganda mablagʻ yetarli boʻlsa, qism balansdan oʻzi yechiladi. Oldinroq ham toʻlash mumkin: bitta, bir necha yoki barcha qismni.',
      'Kechikkan qism uchun haq olinishi mumkin; u jadval yonidagi shartlarda yozilgan. Qism uzoq toʻlanmasa, ikki xodim savdoni toʻxtatishi mumkin; koʻpi bilan platformada hali saqlanayotgan mablagʻ qaytariladi.',
      'Birinchi qismdan keyin lotdan voz kechib boʻlmaydi. Mulk narx toʻliq toʻlangandan keyin topshiriladi.',
    ),
    heading('Bayonnomani tekshirish'),
    steps(
      'Bayonnomani tekshirish sahifasini oching yoki bayonnomadagi QR kodni skanerlang.',
      'Bayonnoma raqamini kiriting. Gʻolibni va hujjatning oʻzini ham koʻrish uchun QR kod yonida yozilgan tekshiruv soʻzini kiriting; QR kodning oʻzida ikkalasi ham bor.',
      'Sahifadagi maʼlumotlarni qoʻlingizdagi hujjat bilan solishtiring: raqam, sana, lot, narx va holat mos kelishi kerak.',
    ),
    paragraph('Sahifa uchta javobdan birini beradi:'),
    points(
      'Amaldagi bayonnoma — hujjat kuchda.',
      'Bekor qilingan bayonnoma — natija bekor qilingan, hujjatga tayanib boʻlmaydi.',
      'Topilmadi — bunday raqamli bayonnoma yoʻq. Raqamni tekshiring, shubhangiz boʻlsa operatorga murojaat qiling.',
    ),
    note(
      'Ochiq sahifalarda JShShIR va STIR yashirib koʻrsatiladi. Ularni toʻliq holda faqat egasi va operator koʻradi.',
    ),
    heading('Natijaga rozi boʻlmasangiz'),
    paragraph(
      'Shu auksion ishtirokchisi auksion yopilganidan keyin {{protest}} ichida lotning natija sahifasida fayllarni ilova qilib yozma norozilik bildirishi mumkin. Qaror chiqquncha toʻlov muddati oʻtmaydi. Buyurtmachi {{protest.answer}} ichida asoslangan javob beradi; javob bermasa, qarorni platforma xodimlari qabul qiladi. Natijani faqat xodimlar bekor qiladi, sotilgan lot boʻyicha ikki kishi; davlat lotida ular har qanday javobdan keyin qaror qiladi. Natija bekor qilinsa, bayonnoma ham bekor boʻladi va pul qaytariladi, norozilik rad etilsa, natija kuchda qoladi. Har ikki holatda tomonlarga xabar yuboriladi.',
    ),
    heading('Ishtirokchini tekshirish'),
    paragraph(
      'Bitim tuzishdan oldin insofsiz ishtirokchilar roʻyxatini STIR yoki JShShIR boʻyicha tekshirish mumkin. Yozuv topilmasa, ishtirokchi halol hisoblanadi. Roʻyxatning oʻzi eʼlon qilinmaydi.',
    ),
    link('Bayonnomani tekshirish', '/check-protocol'),
    link('Insofsiz ishtirokchini tekshirish', '/check-black-list'),
  ],
};
