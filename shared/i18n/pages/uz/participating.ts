import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const participating: PageText = {
  title: 'Auksionda qanday ishtirok etiladi',
  summary:
    'Roʻyxatdan oʻtishdan auksion zaligacha: nima kerak, arizalar qachongacha qabul qilinadi va qachon qaytarib olinadi.',
  updatedOn: '2026-11-21',
  blocks: [
    paragraph(
      'Savdo platformasida lotlarni koʻrish, qidirish va ochiq auksionlarni kuzatish uchun roʻyxatdan oʻtish shart emas. Narx taklif qilish uchun esa hisob, imzolangan ommaviy oferta va ariza kerak boʻladi.',
    ),
    heading('Boshlashdan oldin'),
    points(
      'Hisob oching. Roʻyxatdan oʻtish alohida kirish saytida telefon raqami va elektron pochta orqali amalga oshiriladi. Jismoniy shaxs JShShIR raqamini, yuridik shaxs STIR raqamini kiritadi.',
      'Ommaviy ofertani elektron raqamli imzo bilan imzolang. Belgilangan muddatdan keyin oferta imzolanmaguncha ariza qabul qilinmaydi.',
      'Profilingizni toʻldiring: manzil va bank rekvizitlari keyinchalik toʻlov va pul qaytarish uchun kerak boʻladi.',
    ),
    heading('Ariza berish tartibi'),
    steps(
      'Lotni tanlang va kartochkasini oxirigacha oʻqing: mulk tavsifi, suratlar, hujjatlar, zakalat, birinchi qadam, auksion vaqti va toʻlov muddati shu yerda yozilgan. Bu shartlar eʼlon qilingan paytda qotiriladi va keyin oʻzgarmaydi.',
      'Balansni kamida zakalat miqdorida toʻldiring.',
      'Lot kartochkasidagi ariza berish tugmasini bosing. Zakalat balansingizda ushlab turiladi; mablagʻ yetmasa, tizim yetishmayotgan summani aytadi.',
      'Ariza qabul qilingach, sizga ishtirokchi raqami beriladi. Zalda hamma faqat shu raqamni koʻradi, ism esa yakuniy bayonnomadagina paydo boʻladi.',
      'Auksion vaqtida lot kartochkasi orqali zalga kiring.',
    ),
    heading('Savdo turlari va muddatlari'),
    table(
      ['Savdo turi', 'Auksion vaqti', 'Arizalar', 'Ishtirokchilar'],
      [
        'Davlat mulkini soddalashtirilgan sotish',
        '{{shop.window}}',
        '{{shop.applications}}',
        '{{shop.participants}}',
      ],
      ['Bir kunlik jonli auksion', '{{live.window}}', '{{live.applications}}', '{{live.participants}}'],
      ['Erkin xususiy savdo', '{{private.window}}', '{{private.applications}}', '{{private.participants}}'],
    ),
    paragraph(
      'Jadvalda hozir amaldagi qoidalar keltirilgan. Xususiy savdoda buyurtmachi ayrim shartlarni oʻzi tanlaydi, shuning uchun har doim lot kartochkasidagi maʼlumotga tayaning. Ishtirokchilar soni yetarli boʻlmasa, auksion oʻtmagan hisoblanadi va zakalatlar boʻshatiladi.',
    ),
    heading('Arizani qaytarib olish'),
    paragraph(
      'Arizalar qabuli tugaguncha arizangizni bekor qilishingiz mumkin; amal SMS va elektron pochtaga yuborilgan kod bilan tasdiqlanadi, zakalat esa darhol boʻshatiladi. Quyidagi hollarda arizani qaytarib olib boʻlmaydi:',
    ),
    points(
      'lot boʻyicha narxni tasdiqlagan boʻlsangiz;',
      'avtotaklifingiz ishlab turgan boʻlsa;',
      'arizalar qabuli tugashiga {{cancel.minutes}} dan kam qolgan boʻlsa.',
    ),
    heading('Avval mashq qilib koʻring'),
    paragraph(
      'Mashq zalida haqiqiy zalning barcha qoidalari ishlaydi, lekin pul va zakalat talab qilinmaydi: hisobiga kirgan har bir kishi darhol raqam oladi. Narxni tasdiqlash, oʻz narxini kiritish va avtotaklif qanday ishlashini shu yerda bemalol sinab koʻrish mumkin.',
    ),
    note(
      'Lot kartochkasi hozir nima qilish mumkinligini doim koʻrsatadi. Biror amal mumkin boʻlmasa, sababi ham shu yerda yoziladi. Savollar boʻyicha operator dushanbadan jumagacha soat {{hours.opens}} dan {{hours.closes}} gacha javob beradi.',
    ),
    link('Joriy auksionlarni koʻrish', '/lot-list'),
    link('Operatorga murojaat qilish', '/contact'),
  ],
};
