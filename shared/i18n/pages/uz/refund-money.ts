import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const refundMoney: PageText = {
  title: 'Pul qanday qaytariladi',
  summary:
    'Zakalat qachon oʻzi boʻshatiladi, balansdagi pulni bank hisobiga qanday qaytarish mumkin va qaysi hollarda pul qaytarilmaydi.',
  updatedOn: '2026-11-21',
  blocks: [
    paragraph(
      'Pulni qaytarish ikki bosqichdan iborat. Avval ushlab turilgan zakalat balansingizda boʻshatiladi, bu avtomatik tarzda boʻladi. Keyin boʻsh mablagʻni oʻzingizning bank hisobingizga qaytarib olishingiz mumkin, buning uchun ariza berasiz.',
    ),
    heading('Zakalat qachon boʻshatiladi'),
    table(
      ['Holat', 'Qachon boʻshatiladi'],
      ['Siz gʻolib boʻlmadingiz', 'Auksion yopilgach, bir necha soniya ichida'],
      ['Auksion boʻlib oʻtmadi: ishtirokchilar yetarli emas', 'Auksion yopilgach, bir necha soniya ichida'],
      ['Hech kim narxni tasdiqlamadi', 'Auksion yopilgach, bir necha soniya ichida'],
      ['Lot savdodan olindi', 'Savdodan olinganidan soʻng darhol'],
      ['Arizani oʻzingiz bekor qildingiz', 'Kod bilan tasdiqlaganingizdan soʻng darhol'],
      ['Norozilik qanoatlantirilib, natija bekor qilindi', 'Natija bekor qilinishi bilan birga'],
    ),
    paragraph(
      'Zaxira gʻolibning zakalati ham hammaniki kabi auksion yopilgach boʻshatiladi. Birinchi gʻolib voz kechsa yoki toʻlamasa, lot zaxira gʻolibga taklif qilinadi va unga javob berish uchun {{invitation}} beriladi. U rozi boʻlsa, zakalat qaytadan ushlab turiladi.',
    ),
    heading('Balansdan bank hisobiga qaytarish'),
    steps(
      'Kabinetga kiring va pulni qaytarish arizasini oching.',
      'Bankni tanlang, oʻzingizga tegishli hisobraqam va bank kodini (MFO) kiriting.',
      'Summani kiriting. Faqat boʻsh mablagʻni qaytarish mumkin: ushlab turilgan zakalatlar bunga kirmaydi.',
      'Arizani yuboring. Soʻralgan summa koʻrib chiqish tugaguncha balansda ushlab turiladi va boshqa maqsadda ishlatilmaydi.',
      'Ariza holatini kabinetda kuzating: har bir oʻzgarish vaqti bilan yoziladi, natijasi haqida xabar olasiz.',
    ),
    note(
      'Karta raqamlari platformada ochiq saqlanmaydi. Kartaga toʻlov ulanmagan boʻlsa, pul faqat bank hisobiga qaytariladi va ariza sahifasida bu haqda yoziladi.',
    ),
    heading('Pul qachon qaytarilmaydi'),
    points(
      'Gʻolib muddatida toʻlamadi. Muddat: soddalashtirilgan savdoda {{shop.payment}}, jonli auksionda {{live.payment}}, xususiy savdoda {{private.payment}}.',
      'Gʻolib mulkdan voz kechdi. Davlat mulki boʻyicha bunga {{bar.months}} davomida auksionlarda ishtirok etishni taqiqlash ham qoʻshiladi.',
      'Gʻolibning zakalati lot narxiga hisoblandi: bu toʻlovning bir qismi, u alohida qaytarilmaydi.',
    ),
    heading('Norozilik bildirgan boʻlsangiz'),
    paragraph(
      'Auksion ishtirokchisi auksion yopilganidan keyin {{protest}} ichida yozma norozilik bildirishi mumkin. Buyurtmachi {{protest.answer}} ichida sababini koʻrsatib javob beradi, toʻlov shu vaqtda kutib turadi. Xodimlar norozilikni qanoatlantirsa, natija va bayonnoma bekor qilinadi, pul qaytariladi.',
    ),
    heading('Pul koʻrinmayaptimi?'),
    paragraph(
      'Avval kabinetdagi operatsiyalar tarixini tekshiring: har bir ushlab turish, boʻshatish va toʻlov u yerda alohida qator boʻlib turadi. Savol qolsa, lot raqami va vaqtini koʻrsatib operatorga yozing; ish vaqti dushanbadan jumagacha {{hours.opens}}–{{hours.closes}}.',
    ),
    link('Zakalat qanday kiritiladi', '/info/deposite-adjunction'),
    link('Operatorga murojaat qilish', '/contact'),
  ],
};
