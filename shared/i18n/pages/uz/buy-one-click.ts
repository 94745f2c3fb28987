import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const buyOneClick: PageText = {
  title: 'Bir bosishda qanday sotib olinadi',
  summary: 'Eʼlon qilingan narxdagi lotlar: bron, kod bilan tasdiqlash, toʻlov va bayonnoma.',
  updatedOn: '2026-11-23',
  blocks: [
    paragraph(
      'Ayrim lotlar auksionsiz, oldindan eʼlon qilingan narxda sotiladi. Bunday lotda bitta yoki bir nechta bir xil dona boʻladi, har birini birinchi boʻlib tasdiqlagan kishi oladi: narx talashilmaydi, boshqa ishtirokchilarni kutish va zakalat kiritish ham kerak emas.',
    ),
    heading('Auksiondan farqi'),
    table(
      ['Shart', 'Auksion', 'Eʼlon qilingan narx'],
      ['Narx', 'Auksionda shakllanadi', 'Oldindan maʼlum va oʻzgarmaydi'],
      ['Zakalat', 'Lot kartochkasida koʻrsatiladi', 'Kerak emas'],
      ['Kim oladi', 'Oxirgi narxni tasdiqlagan ishtirokchi', 'Xaridni birinchi tasdiqlagan kishi'],
      ['Bayonnoma', 'Auksion natijasi boʻyicha', 'Xarid tasdiqlanishi bilan'],
    ),
    heading('Xarid tartibi'),
    steps(
      'Hisobingizga kiring. Ommaviy oferta imzolangan va balansda lot narxiga, boʻlib toʻlanadigan lotda esa birinchi toʻlovga yetadigan mablagʻ boʻlishi kerak.',
      'Sotuvdagi lotni tanlang va kartochkasini oxirigacha oʻqing: mulk holati, hujjatlar, narx va toʻlov shartlari.',
      'Nechta kerakligini tanlang: kartochkada hozir nechtasi boʻsh, band va sotilgani koʻrinadi.',
      'Sotib olish tugmasini bosing. Tanlaganingiz siz uchun {{reservation}} davomida band qilinadi, narxi balansda ushlab turiladi; shu vaqt ichida uni boshqa hech kim ololmaydi.',
      'SMS va elektron pochtaga kelgan {{code.digits}} xonali kodni kiriting.',
      'Kod toʻgʻri boʻlsa, narx yoki birinchi toʻlov balansingizdan yechiladi va bayonnoma darhol tuziladi.',
    ),
    note('Kodni hech kimga aytmang. Operator uni hech qachon soʻramaydi.'),
    heading('Tasdiqlash kodi'),
    points(
      'Kod {{code.minutes}} amal qiladi.',
      'Uni kiritish uchun {{code.tries}} urinish beriladi.',
      'Yangi kodni {{code.resend}} oʻtgach soʻrash mumkin, sahifada qolgan vaqt koʻrsatiladi.',
      'Bitta telefon raqamiga bir kunda koʻpi bilan {{code.perDay}} ta kod yuboriladi.',
    ),
    paragraph(
      'Kod oʻz vaqtida kiritilmasa, band qilish bekor boʻladi, dona ham, pulingiz ham boʻshaydi. Yangi kod bu muddatni uzaytirmaydi. Balansingizdan hech narsa yechilmaydi, xaridni boshidan boshlashingiz mumkin.',
    ),
    heading('Hammasi band boʻlsa'),
    paragraph(
      'Boshqalar band qilgani boʻshashi mumkin: kartochkani ochiq qoldiring, u darhol aytadi. Bir kishi bir lotda bir vaqtda bitta bronga ega, uni barcha qurilmalarida koʻradi; undan istalgan paytda voz kechish mumkin, bu bepul.',
    ),
    heading('Boʻlib toʻlash'),
    paragraph(
      'Sotuvchi ruxsat bergan lotlarda narxni qismlarga boʻlib toʻlash mumkin. Qismlar soni va sanalari lot kartochkasida yoziladi. Tasdiqlashda birinchi qism yechiladi, qolganlari jadval boʻyicha toʻlanadi; jadvalni kabinetda kuzatib borasiz.',
    ),
    heading('Qaysi mulk faqat auksionda sotiladi'),
    paragraph(
      'Davlat daromadiga olingan mulkning narxi BHMning {{auctionOnly.times}} barobaridan yuqori boʻlsa, uni eʼlon qilingan narxda sotib boʻlmaydi, u faqat auksionga chiqariladi. Bugun bu chegara {{auctionOnly.sum}}: BHM {{bhm.since}} dan boshlab {{bhm}} ga teng.',
    ),
    heading('Xariddan keyin'),
    points(
      'Bayonnoma kabinetingizda turadi, uni raqami yoki QR kodi boʻyicha har kim tekshira oladi.',
      'Har bir xaridning oʻz bayonnomasi bor, unga norozilik bildirilmaydi. Xarid kabinetning “Xaridlar” boʻlimida turadi, keyin kim nima qilishi kuzatuvda yozilgan.',
      'Mulkni topshirish vaqti va joyi boʻyicha sotuvchi bilan kelishasiz: uning maʼlumotlari lot kartochkasida bor.',
      'Savol tugʻilsa, operatorga yozing. Ish vaqti dushanbadan jumagacha {{hours.opens}}–{{hours.closes}}.',
    ),
    link('Lotlarni koʻrish', '/lot-list'),
    link('Bayonnomani tekshirish', '/check-protocol'),
  ],
};
