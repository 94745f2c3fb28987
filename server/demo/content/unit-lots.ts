import type { DemoLot, LotPattern } from './demo-lot.ts';
import { itemCount, itemOf } from './lot-patterns.ts';

/** Equal units at a price each, bought one or several at a time. Their keys name the kind of lot whose photos show them. */
const UNITS: readonly LotPattern[] = [
  {
    key: 'office-yunusobod',
    category: 'office-furniture',
    place: 'yunusobod',
    orderType: 'private',
    price: 1_350_000,
    title: {
      uz: 'Ish joyi: stol, tumba va kreslo, {units} toʻplam',
      ru: 'Рабочее место: стол, тумба и кресло, комплектов: {units}',
      en: 'Workplace: desk, pedestal and chair, {units} sets',
    },
    about: {
      uz: 'Ombordagi bir xil {units} toʻplam, narx bitta toʻplam uchun. Stol 140 × 70 sm, yogʻoch rangli laminat, uch tortmali tumba, toʻr suyanchiqli kreslo, balandligi sozlanadi.\n\nHolati: yangi, zavod qadogʻida, yigʻish chizmasi va murvatlari bilan. Kafolat sotib olingan kundan boshlab bir yil.\n\nNechta toʻplam kerak boʻlsa, shuncha olish mumkin. Bir toʻplam yengil avtomobilning yukxonasiga sigʻadi.',
      ru: 'Одинаковые комплекты на складе, всего {units}; цена за один комплект. Стол 140 × 70 см, ламинат под дерево, тумба на три ящика, кресло с сетчатой спинкой и регулировкой высоты.\n\nСостояние: новые, в заводской упаковке, со схемой сборки и крепежом. Гарантия один год со дня покупки.\n\nМожно купить столько комплектов, сколько нужно. Один комплект помещается в багажник легкового автомобиля.',
      en: 'Equal sets from a warehouse, {units} in all; the price is for one set. A desk of 140 × 70 cm in wood-coloured laminate, a pedestal of three drawers and a chair with a mesh back and adjustable height.\n\nCondition: new, in factory packaging, with the assembly drawing and fittings. One year of warranty from the day of purchase.\n\nBuy as many sets as you need. One set fits into the boot of a car.',
    },
    closing: 'goods',
    series: { name: 'units', values: [24, 32, 18], priced: 'alike' },
    quantity: 'units',
    facts: () => ({ material: 'laminat', pieces: 3, condition: 'new' }),
  },
  {
    key: 'laptops-mirobod',
    category: 'computers',
    place: 'mirobod',
    orderType: 'private',
    price: 3_900_000,
    title: {
      uz: 'Noutbuk Lenovo, {units} dona, narxi bir dona uchun',
      ru: 'Ноутбук Lenovo, {units} шт., цена за штуку',
      en: 'Lenovo laptop, {units} pieces, price for one',
    },
    about: {
      uz: 'Oʻquv markazidan bir xil {units} dona noutbuk, narx bitta noutbuk uchun. 15,6 dyuymli ekran, toʻrt yadroli protsessor, 8 GB xotira, 256 GB tezkor disk, ishlab chiqarilgan yili 2022.\n\nHolati: barchasi tekshirilgan, maʼlumotlar oʻchirilgan, akkumulyator sigʻimi 80 foizdan kam emas. Korpusda foydalanish izlari bor.\n\nHar bir noutbuk quvvatlagich va sumka bilan beriladi. Seriya raqami topshirish dalolatnomasiga yoziladi.',
      ru: 'Одинаковые ноутбуки учебного центра, всего {units}; цена за один ноутбук. Экран 15,6 дюйма, четырёхъядерный процессор, 8 ГБ памяти, накопитель 256 ГБ, 2022 года выпуска.\n\nСостояние: все проверены, данные удалены, ёмкость аккумулятора не ниже 80 процентов. На корпусах следы работы.\n\nК каждому ноутбуку – зарядное устройство и сумка. Серийный номер вписывается в акт передачи.',
      en: 'Equal laptops of a training centre, {units} in all; the price is for one. A 15.6-inch screen, a four-core processor, 8 GB of memory and a 256 GB drive, made in 2022.\n\nCondition: all tested, data wiped, batteries hold at least 80 per cent. The cases show use.\n\nEach laptop comes with a charger and a bag. Its serial number is written into the acceptance record.',
    },
    closing: 'goods',
    series: { name: 'units', values: [16, 22, 12], priced: 'alike' },
    quantity: 'units',
    facts: () => ({ manufacturer: 'Lenovo', year: 2022, condition: 'good' }),
    keep: ['Lenovo', 'GB'],
  },
  {
    key: 'washers-sergeli',
    category: 'appliances',
    place: 'sergeli',
    orderType: 'private',
    price: 6_200_000,
    title: {
      uz: 'Kir yuvish mashinasi va muzlatkich, {units} juft',
      ru: 'Стиральная машина и холодильник, пар: {units}',
      en: 'Washing machine and refrigerator, {units} pairs',
    },
    about: {
      uz: 'Qurilib boʻlgan turar joy majmuasidan ortgan bir xil {units} juft texnika, narx bir juft uchun: 8 kg li kir yuvish mashinasi va 340 litrli ikki kamerali muzlatkich, ishlab chiqarilgan yili 2024.\n\nHolati: yangi, zavod qutilarida, bir jufti koʻrish uchun ochilgan.\n\nUlash shlanglari, tokchalar va kafolat taloni har bir juft bilan beriladi. Yuklash maydonchasi bor.',
      ru: 'Одинаковые пары техники, оставшиеся после сдачи жилого комплекса, всего {units}; цена за одну пару: стиральная машина на 8 кг и двухкамерный холодильник на 340 литров, 2024 года выпуска.\n\nСостояние: новая, в заводских коробках, одна пара открыта для осмотра.\n\nШланги, полки и гарантийный талон – к каждой паре. Есть площадка для погрузки.',
      en: 'Equal pairs left over from a housing development, {units} in all; the price is for one pair: a washing machine for 8 kg and a two-chamber refrigerator of 340 litres, made in 2024.\n\nCondition: new, in factory boxes; one pair is open for viewing.\n\nHoses, shelves and a warranty card come with each pair. There is a loading bay.',
    },
    closing: 'goods',
    series: { name: 'units', values: [5, 9, 7], priced: 'alike' },
    quantity: 'units',
    facts: () => ({ year: 2024, condition: 'new' }),
  },
  {
    key: 'phones-namangan',
    category: 'phones',
    place: 'namangan',
    orderType: 'private',
    price: 4_300_000,
    title: {
      uz: 'Smartfon va planshet, {units} toʻplam',
      ru: 'Смартфон и планшет, комплектов: {units}',
      en: 'Smartphone and tablet, {units} sets',
    },
    about: {
      uz: 'Yopilayotgan doʻkondan bir xil {units} toʻplam, narx bitta toʻplam uchun: 6,5 dyuymli, 128 GB xotirali smartfon va 10,4 dyuymli, 64 GB xotirali planshet, ishlab chiqarilgan yili 2025.\n\nHolati: yangi, qutilar ochilmagan. IMEI raqamlari roʻyxatdan oʻtgan.\n\nHar bir qutida qurilma, quvvatlagich, kabel va qisqa qoʻllanma bor. Ishlab chiqaruvchi kafolati bir yil.',
      ru: 'Одинаковые комплекты из закрывающегося магазина, всего {units}; цена за один комплект: смартфон с экраном 6,5 дюйма и памятью 128 ГБ и планшет с экраном 10,4 дюйма и памятью 64 ГБ, 2025 года выпуска.\n\nСостояние: новые, коробки не вскрыты. Номера IMEI зарегистрированы.\n\nВ каждой коробке устройство, зарядное устройство, кабель и краткое руководство. Гарантия производителя один год.',
      en: 'Equal sets from a shop that closes, {units} in all; the price is for one set: a phone with a 6.5-inch screen and 128 GB, and a tablet with a 10.4-inch screen and 64 GB, made in 2025.\n\nCondition: new, the boxes are sealed. The IMEI numbers are registered.\n\nEach box holds the device, a charger, a cable and a short guide. The maker gives one year of warranty.',
    },
    closing: 'goods',
    series: { name: 'units', values: [14, 20, 10], priced: 'alike' },
    quantity: 'units',
    facts: () => ({ year: 2025, condition: 'new' }),
    keep: ['GB', 'IMEI'],
  },
  {
    key: 'textiles-margilon',
    category: 'textiles',
    place: 'margilon',
    orderType: 'private',
    price: 1_150_000,
    title: {
      uz: 'Atlas matosi, 10 metrli rulon, {units} dona',
      ru: 'Ткань атлас, рулон 10 метров, {units} шт.',
      en: 'Atlas silk, roll of 10 metres, {units} pieces',
    },
    about: {
      uz: 'Margʻilon fabrikasining qoʻlda toʻqilgan atlasi: bir xil {units} rulon, narx bitta rulon uchun. Rulonda 10 metr, eni 40 sm, ipak va paxta aralash, tabiiy boʻyoqlar.\n\nHolati: yangi, quyosh tushmaydigan omborda saqlangan, kelib chiqish sertifikati bor.\n\nNechta rulon kerak boʻlsa, shuncha olish mumkin, rulon kesib berilmaydi.',
      ru: 'Атлас ручной работы маргиланской фабрики: одинаковые рулоны, всего {units}; цена за один рулон. В рулоне 10 метров шириной 40 см, шёлк с хлопком, натуральные красители.\n\nСостояние: новая, хранилась без доступа солнца, есть сертификат происхождения.\n\nМожно купить столько рулонов, сколько нужно; рулон не режется.',
      en: 'Hand-woven atlas silk of a factory in Margilan: equal rolls, {units} in all; the price is for one roll. A roll has 10 metres, 40 cm wide, of silk and cotton with natural dyes.\n\nCondition: new, stored away from the sun, with a certificate of origin.\n\nBuy as many rolls as you need; a roll is not cut.',
    },
    closing: 'goods',
    series: { name: 'units', values: [40, 28, 36], priced: 'alike' },
    quantity: 'units',
    facts: () => ({ material: 'ipak', pieces: 1, condition: 'new' }),
  },
  {
    key: 'bricks-zangiota',
    category: 'building-materials',
    place: 'zangiota',
    orderType: 'private',
    price: 850_000,
    title: {
      uz: 'Pishiq gʻisht, 500 donali taglik, {units} ta',
      ru: 'Жжёный кирпич, поддон 500 штук, поддонов: {units}',
      en: 'Fired brick, pallet of 500, {units} pallets',
    },
    about: {
      uz: 'Zavod omboridan bir xil {units} ta taglik, narx bitta taglik uchun. Taglikda 500 dona pishiq gʻisht, oʻlchami 250 × 120 × 65 mm, markasi 100.\n\nHolati: yangi, plyonka bilan oʻralgan, singan ulushi ikki foizdan oshmaydi, sifat pasporti bor.\n\nYuklash sotuvchi hisobidan. Taglik vazni 1 750 kg, olib ketishga yuk mashinasi kerak.',
      ru: 'Одинаковые поддоны со склада завода, всего {units}; цена за один поддон. На поддоне 500 штук жжёного кирпича 250 × 120 × 65 мм, марка 100.\n\nСостояние: новый, в плёнке, боя не более двух процентов, есть паспорт качества.\n\nПогрузка за счёт продавца. Поддон весит 1 750 кг, для вывоза нужен грузовик.',
      en: 'Equal pallets from the warehouse of a works, {units} in all; the price is for one pallet. A pallet has 500 fired bricks of 250 × 120 × 65 mm, grade 100.\n\nCondition: new, under film, at most two per cent are broken, with a certificate of quality.\n\nThe seller pays for loading. A pallet weighs 1,750 kg, so a lorry is needed.',
    },
    closing: 'goods',
    series: { name: 'units', values: [30, 26, 38], priced: 'alike' },
    quantity: 'units',
    facts: () => ({ material: 'loy', pieces: 500, condition: 'new' }),
  },
  {
    key: 'fruit-jizzax',
    category: 'food-goods',
    place: 'jizzax',
    orderType: 'private',
    price: 1_250_000,
    title: {
      uz: 'Quritilgan meva, 25 kg li qop, {units} dona',
      ru: 'Сухофрукты, мешок 25 кг, {units} шт.',
      en: 'Dried fruit, sack of 25 kg, {units} pieces',
    },
    about: {
      uz: 'Fermer xoʻjaligidan turshak va mayiz: bir xil {units} qop, narx bitta qop uchun. Qopda 25 kg, joriy yil hosili, saralangan.\n\nHolati: namligi 18 foizdan oshmaydi, sifat sertifikati bor, sovuq va quruq omborda saqlanadi.\n\nNamuna koʻrish va qopni tortib olish mumkin.',
      ru: 'Курага и изюм фермерского хозяйства: одинаковые мешки, всего {units}; цена за один мешок. В мешке 25 кг, урожай текущего года, перебраны.\n\nСостояние: влажность не более 18 процентов, есть сертификат качества, хранится в сухом прохладном складе.\n\nМожно посмотреть образец и взвесить мешок.',
      en: 'Apricots and raisins of a farm: equal sacks, {units} in all; the price is for one sack. A sack has 25 kg of the harvest of this year, sorted.\n\nCondition: moisture of at most 18 per cent, with a certificate of quality, stored cool and dry.\n\nA sample may be seen and a sack weighed.',
    },
    closing: 'goods',
    series: { name: 'units', values: [36, 20, 25], priced: 'alike' },
    quantity: 'units',
    facts: () => ({ 'best-before': '2027-09' }),
  },
];

/** A price is that of one unit; the same for every lot of a kind, in round thousands of UZS as it was written. */
const itemsOf = (pattern: LotPattern): DemoLot[] =>
  Array.from({ length: itemCount(pattern) }, (_, n) => ({
    ...itemOf(pattern, n),
    key: `${pattern.key}~units-${n + 1}`,
    price: pattern.price,
  }));

/** Of each kind the first lot, then the second ones: no kind is on sale twice while others are left. */
export const UNIT_LOTS: readonly DemoLot[] = UNITS.map(itemsOf)
  .flatMap((items) => items.map((lot, n) => ({ lot, n })))
  .sort((a, b) => a.n - b.n)
  .map(({ lot }) => lot);
