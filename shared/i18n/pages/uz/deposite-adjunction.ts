import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const depositeAdjunction: PageText = {
  title: 'Zakalat qanday kiritiladi',
  summary:
    'Zakalat nima uchun kerak, qancha boʻladi, qanday ushlab turiladi va auksiondan keyin unga nima boʻladi.',
  updatedOn: '2026-11-22',
  blocks: [
    paragraph(
      'Zakalat ishtirokchining niyati jiddiyligini tasdiqlaydigan mablagʻdir. U boshlangʻich narxning lot kartochkasida koʻrsatilgan ulushiga teng va ariza berishda balansingizda ushlab turiladi. Pul sizniki boʻlib qoladi: auksion natijasi maʼlum boʻlguncha undan boshqa maqsadda foydalanib boʻlmaydi, xolos.',
    ),
    heading('Zakalat miqdori'),
    table(
      ['Savdo turi', 'Boshlangʻich narxdan ulushi'],
      ['Davlat mulkini soddalashtirilgan sotish', '{{shop.deposit}}'],
      ['Bir kunlik jonli auksion', '{{live.deposit}}'],
      ['Erkin xususiy savdo', '{{private.deposit}}'],
      ['Mashq zali', '{{practice.deposit}}'],
    ),
    paragraph(
      'Oraliq koʻrsatilgan boʻlsa, aniq foiz har bir lot uchun alohida belgilanadi va uning kartochkasida summa bilan birga yoziladi. Masalan, soddalashtirilgan savdoda boshlangʻich narxi {{example.start}} boʻlgan lot uchun zakalat {{example.deposit}} boʻladi. Foizdan chiqqan summa tiyingacha pastga yaxlitlanadi.',
    ),
    heading('Mablagʻingiz qaysi narxgacha yetadi'),
    paragraph(
      'Qaysi narxgacha borishingizni lot uchun zakalat va boʻsh balans belgilaydi: ular birgalikda taklif qilinayotgan narxning belgilangan foizini tashkil etishi kerak. Lotning zakalati boshlangʻich narxning undan kamroq foizi boʻlsa, oʻsha kamrogʻi hisobga olinadi; zakalatsiz lotda chegara yoʻq. Birinchi tavsiya etilgan narx doim ochiq.',
    ),
    table(
      ['Savdo turi', 'Takliflaringiz chegarasi'],
      ['Davlat mulkini soddalashtirilgan sotish', '{{shop.limit}}'],
      ['Bir kunlik jonli auksion', '{{live.limit}}'],
      ['Erkin xususiy savdo', '{{private.limit}}'],
      ['Mashq zali', '{{practice.limit}}'],
    ),
    paragraph(
      'Masalan, soddalashtirilgan savdoda boshlangʻich narxi {{example.start}} boʻlgan lotning zakalati {{example.deposit}} boʻladi; shu zakalatning oʻzi {{example.limit}} imkonini beradi. Balans keyin kamaysa ham, tasdiqlangan narxlar kuchda qoladi.',
    ),
    heading('Balansni toʻldirish va zakalatni kiritish'),
    steps(
      'Hisobingizga kiring va menyudan balansni toʻldirishni tanlang.',
      'Toʻlov tizimini tanlab, summani kiriting. Toʻlov tasdiqlangach, mablagʻ balansda soʻmda koʻrinadi.',
      'Lot kartochkasiga qaytib, ariza bering. Zakalat shu zahoti ushlab turiladi, alohida oʻtkazma qilish kerak emas.',
      'Mablagʻ yetmasa, ariza qabul qilinmaydi: javobda yetishmayotgan summa va balansni toʻldirish havolasi beriladi.',
    ),
    note(
      'Har bir lot uchun alohida zakalat kerak. Bir nechta auksionda qatnashsangiz, balansda ularning hammasiga yetadigan mablagʻ boʻlishi lozim.',
    ),
    heading('Auksiondan keyin'),
    table(
      ['Natija', 'Zakalatga nima boʻladi'],
      ['Siz gʻolib boʻlmadingiz', 'Savdo yopilgach, bir necha soniya ichida balansingizda boʻshatiladi'],
      ['Siz gʻolib boʻldingiz', 'Lot narxiga hisoblanadi, qolgan qismini muddatida toʻlaysiz'],
      ['Siz toʻlamadingiz yoki mulkdan voz kechdingiz', 'Qaytarilmaydi'],
      ['Auksion oʻtmadi yoki lot savdodan olindi', 'Toʻliq boʻshatiladi'],
      ['Arizani muddatida bekor qildingiz', 'Darhol boʻshatiladi'],
    ),
    paragraph(
      'Davlat mulki boʻyicha gʻolib mulkdan voz kechsa yoki muddatida toʻlamasa, zakalatdan tashqari {{bar.months}} davomida auksionlarda ishtirok etish huquqidan ham mahrum boʻladi. Shuning uchun narxni tasdiqlashdan oldin toʻlov muddatini tekshiring: {{shop.payment}} soddalashtirilgan savdoda, {{live.payment}} jonli auksionda, {{private.payment}} xususiy savdoda.',
    ),
    heading('Bilib qoʻyish foydali'),
    points(
      'Zakalatning amal qilish muddati oʻz-oʻzidan tugamaydi, uni faqat auksion natijasi yakunlaydi. Texnik tanaffusda ham u joyida turadi.',
      'Balans toʻldirilsa, chegara savdo ketayotganda ham darhol oshadi. Chegara amal qiladigan lotda uni zal koʻrsatib turadi.',
      'Boʻshatilgan zakalat balansda qoladi: uni boshqa lot uchun ishlatish yoki bank hisobiga qaytarish mumkin.',
      'Mashq zalida zakalat ham, pul ham talab qilinmaydi.',
    ),
    link('Pulni qanday qaytarib olish mumkin', '/info/refund-money'),
    link('Auksionda qanday ishtirok etiladi', '/info/participating'),
  ],
};
