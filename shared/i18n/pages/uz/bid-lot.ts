import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const bidLot: PageText = {
  title: 'Narx qanday taklif qilinadi',
  summary:
    'Tavsiya etilgan narx, oʻz narxingiz, avtotaklif, qoʻshimcha vaqt va aloqa uzilganda nima boʻlishi haqida.',
  updatedOn: '2026-11-22',
  blocks: [
    paragraph(
      'Auksion narx oshib borishi tartibida oʻtadi. Zal doim bitta tavsiya etilgan narxni koʻrsatadi: bu hozir qabul qilinadigan eng kam narx. Uni bitta tugma bilan tasdiqlaysiz. Eng oxirgi tasdiqlangan narx egasi yetakchi boʻladi.',
    ),
    heading('Birinchi narx va auksion qadami'),
    table(
      ['Savdo turi', 'Birinchi tavsiya etilgan narx', 'Qadam'],
      ['Davlat mulkini soddalashtirilgan sotish', '{{shop.firstPrice}}', '{{shop.increment}}'],
      ['Bir kunlik jonli auksion', '{{live.firstPrice}}', '{{live.increment}}'],
      [
        'Erkin xususiy savdo',
        '{{private.firstPrice}}',
        'Lot kartochkasida koʻrsatiladi; tanlanmagan boʻlsa, {{private.increment}}',
      ],
    ),
    paragraph(
      'Qimmat lotlar uchun boshqa qadam amal qiladi. Soddalashtirilgan savdo: {{shop.incrementAbove}}. Jonli auksion: {{live.incrementAbove}}. Bazaviy hisoblash miqdori (BHM) {{bhm.since}} dan boshlab {{bhm}} ga teng.',
    ),
    heading('Narxni tasdiqlash'),
    steps(
      'Tugmadagi summani oʻqing: bosganingizda aynan shu narx yuboriladi.',
      'Tugmani bosing va javobni kuting. “Tasdiqlandi” degan javob narx yozib qoʻyilganini va endi yoʻqolmasligini bildiradi.',
      'Yuqoriroq narx taklif qilmoqchi boʻlsangiz, oʻz summangizni kiriting. U tavsiya etilgan narxdan past boʻlishi mumkin emas.',
      'Summa tavsiya etilgan narxdan {{ask.above}} dan ortiqqa yuqori boʻlsa, tizim xato emasligiga ishonch hosil qilish uchun yana bir bor soʻraydi.',
    ),
    note(
      'Tasdiqlangan narxni qaytarib olib boʻlmaydi. Tugma ikki marta bosilsa ham, bitta taklif ikki marta hisoblanmaydi.',
    ),
    heading('Bitta taklif qanchalik yuqori boʻlishi mumkin'),
    paragraph(
      'Oʻzingiz kiritgan narx va avtotaklif zakalat va boʻsh balans belgilaydigan chegaradan oshmasligi kerak. Bir martalik oshirish ham cheklangan: hech bir taklifning oʻzi savdoni barbod qila olmaydi. Rad javobida oʻtadigan eng yuqori narx koʻrsatiladi.',
    ),
    table(
      ['Savdo turi', 'Eng katta oshirish'],
      ['Davlat mulkini soddalashtirilgan sotish', '{{shop.jump}}'],
      ['Bir kunlik jonli auksion', '{{live.jump}}'],
      ['Erkin xususiy savdo', '{{private.jump}}'],
      ['Mashq zali', '{{practice.jump}}'],
    ),
    heading('Avtotaklif'),
    paragraph(
      'Avtotaklif — siz belgilagan maxfiy maksimum. Tizim shu chegaragacha, sizni yetakchi qiladigan eng kam narxni oʻzi taklif qiladi. Maksimumni auksion yopilguncha hech kim koʻrmaydi. Auksion natija bilan tugasa, u raqamingiz bilan eʼlon qilinadi: tizim unga amal qilganini har kim tekshira oladi. Uni auksion boshlanishidan oldin ham qoldirish mumkin: u birinchi soniyadan ishlaydi. Ikki kishining maksimumi teng boʻlsa, oldin qoʻyilgani ustun turadi. Lot shartlarida shunday koʻrsatilgan boʻlsa, avtotaklif ikkinchi eng yuqori maksimumdan bir qadam baland, lekin oʻz maksimumidan oshmagan narxni toʻlaydi.',
    ),
    heading('Qoʻshimcha vaqt'),
    points(
      'Davlat mulkini soddalashtirilgan sotish: {{shop.overtime}}.',
      'Bir kunlik jonli auksion: {{live.overtime}}.',
      'Erkin xususiy savdo: {{private.overtime}}, agar buyurtmachi boshqasini tanlamagan boʻlsa.',
      'Mashq zali: {{practice.overtime}}.',
    ),
    paragraph(
      'Vaqtni faqat qabul qilingan narx uzaytiradi, rad etilgani uzaytirmaydi. Hamma uchun bitta soat — server soati hal qiladi; zal u bilan qanchalik aniq moslashganini koʻrsatib turadi.',
    ),
    heading('Taklif rad etilsa yoki aloqa uzilsa'),
    points(
      'Har bir rad javobida sabab va hozir oʻtadigan narx koʻrsatiladi: masalan, kimdir sizdan oldin ulgurgan boʻlishi mumkin.',
      'Yetakchi oʻz narxini qaytadan tasdiqlay olmaydi, buning hojati ham yoʻq.',
      'Aloqa uzilsa, tasdiqlangan narxlaringiz va avtotaklifingiz kuchda qoladi. Zal oʻzi qayta ulanadi va oʻtkazib yuborilgan hamma narsani koʻrsatadi.',
      'Texnik tanaffusda vaqt yoʻqolmaydi: auksion davom etganda qolgan muddat qaytariladi.',
    ),
    link('Gʻolib va bayonnoma qanday tekshiriladi', '/info/check-winner-protocol'),
    link('Joriy auksionlarni koʻrish', '/lot-list'),
  ],
};
