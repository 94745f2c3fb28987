/** What property of a category is described by. Names are in uz / ru / uz-Cyrl / en. */

/** Units of numbers. */
export const FIELD_UNITS = `
  m2 / m² / м² / м² / m²
  m / m / м / м / m
  months / oy / мес. / ой / months
  km / km / км / км / km
  h / soat / ч / соат / h
  cm3 / sm³ / см³ / см³ / cm³
  hp / o.k. / л. с. / о.к. / hp
  kW / kVt / кВт / кВт / kW
  t / t / т / т / t
  pieces / dona / шт. / дона / pieces
  g / g / г / г / g
  percent / % / % / % / %
`;

/**
 * A field: its code, its kind, its unit, least and greatest value where its kind says too little, `whole` for what is
 * counted; the choices of one follow it.
 */
export const FIELDS = `
  total-area area in:m2 / Umumiy maydoni / Общая площадь / Умумий майдони / Total area
  land-area area in:m2 / Yer maydoni / Площадь участка / Ер майдони / Land area
  rooms number 1..1000 whole / Xonalar soni / Количество комнат / Хоналар сони / Rooms
  floor number -10..200 whole / Qavati / Этаж / Қавати / Floor
  floors number 1..200 whole / Qavatlar soni / Этажность / Қаватлар сони / Floors
  height number in:m 0.5..100 / Shift balandligi / Высота потолков / Шифт баландлиги / Ceiling height
  built-year year / Qurilgan yili / Год постройки / Қурилган йили / Year built
  walls choice / Devor materiali / Материал стен / Девор материали / Walls
    - brick / Gʻisht / Кирпич / Ғишт / Brick
    - panel / Panel / Панель / Панель / Panel
    - monolith / Monolit / Монолит / Монолит / Cast concrete
    - adobe / Paxsa / Глинобитные / Пахса / Adobe
    - metal / Metall / Металл / Металл / Metal
  renovated yes-no / Taʼmirlangan / Отремонтировано / Таъмирланган / Renovated
  gas yes-no / Gaz / Газ / Газ / Gas
  water yes-no / Suv taʼminoti / Водоснабжение / Сув таъминоти / Water supply
  electricity yes-no / Elektr taʼminoti / Электроснабжение / Электр таъминоти / Electricity
  cadastre text / Kadastr raqami / Кадастровый номер / Кадастр рақами / Cadastral number
  irrigated yes-no / Sugʻoriladigan / Орошаемый / Суғориладиган / Irrigated
  soil-grade number 1..100 / Tuproq bonitet bali / Балл бонитета / Тупроқ бонитет бали / Soil grade
  lease-months number in:months 1..600 whole / Ijara muddati / Срок аренды / Ижара муддати / Lease term
  brand text / Rusumi / Марка / Русуми / Make
  model text / Modeli / Модель / Модели / Model
  year year / Ishlab chiqarilgan yili / Год выпуска / Ишлаб чиқарилган йили / Year of manufacture
  vin text / VIN raqami / VIN-номер / ВИН рақами / VIN
  mileage number in:km / Yurgan masofasi / Пробег / Юрган масофаси / Mileage
  hours number in:h / Ishlagan vaqti / Наработка / Ишлаган вақти / Working hours
  fuel choice / Yoqilgʻi / Топливо / Ёқилғи / Fuel
    - petrol / Benzin / Бензин / Бензин / Petrol
    - diesel / Dizel / Дизель / Дизель / Diesel
    - methane / Metan / Метан / Метан / Methane
    - gas / Propan / Пропан / Пропан / Propane
    - electric / Elektr / Электричество / Электр / Electric
    - hybrid / Gibrid / Гибрид / Гибрид / Hybrid
  gearbox choice / Uzatmalar qutisi / Коробка передач / Узатмалар қутиси / Gearbox
    - manual / Mexanik / Механическая / Механик / Manual
    - automatic / Avtomat / Автоматическая / Автомат / Automatic
  engine-volume number in:cm3 / Dvigatel hajmi / Объём двигателя / Двигатель ҳажми / Engine size
  power number in:hp / Quvvati / Мощность / Қуввати / Power
  electric-power number in:kW / Elektr quvvati / Электрическая мощность / Электр қуввати / Electric power
  payload number in:t / Yuk koʻtarishi / Грузоподъёмность / Юк кўтариши / Payload
  weight number in:t / Ogʻirligi / Масса / Оғирлиги / Weight
  seats number 1..1000 whole / Oʻrinlar soni / Количество мест / Ўринлар сони / Seats
  manufacturer text / Ishlab chiqaruvchi / Производитель / Ишлаб чиқарувчи / Manufacturer
  condition choice / Holati / Состояние / Ҳолати / Condition
    - new / Yangi / Новое / Янги / New
    - good / Yaxshi / Хорошее / Яхши / Good
    - worn / Foydalanilgan / Подержанное / Фойдаланилган / Used
    - broken / Taʼmirtalab / Требует ремонта / Таъмирталаб / Needs repair
  material text / Materiali / Материал / Материали / Material
  best-before text / Yaroqlilik muddati / Срок годности / Яроқлилик муддати / Best before
  pieces number in:pieces 1..1000000000 whole / Donalar soni / Количество штук / Доналар сони / Pieces
  metal text / Metall va probasi / Металл и проба / Металл ва пробаси / Metal and fineness
  weight-g number in:g 0.001..1000000000 / Ogʻirligi / Масса / Оғирлиги / Weight
  certificate yes-no / Hujjati bor / Есть документ / Ҳужжати бор / With a certificate
  company text / Korxona nomi / Название предприятия / Корхона номи / Company
  share number in:percent 0.0001..100 / Ulush miqdori / Размер доли / Улуш миқдори / Share
  basis text / Huquq asosi / Основание права / Ҳуқуқ асоси / Basis of the right
`;

/** Codes by category, else by its group; `*` marks required fields. */
export const ASKED_FIELDS: Readonly<Record<string, string>> = {
  'real-estate':
    'total-area* land-area floors height built-year walls renovated gas water electricity cadastre',
  flats: 'total-area* rooms* floor* floors built-year walls renovated gas water electricity cadastre',
  houses: 'land-area* total-area rooms floors built-year walls renovated gas water electricity cadastre',
  land: 'land-area* cadastre gas water electricity',
  'farm-land': 'land-area* irrigated soil-grade cadastre',
  'farm-plots': 'land-area* irrigated soil-grade lease-months* cadastre',
  transport: 'brand* model* year* mileage engine-volume fuel gearbox vin condition',
  trucks: 'brand* model* year* mileage payload fuel gearbox vin condition',
  buses: 'brand* model* year* seats mileage fuel gearbox vin condition',
  trailers: 'brand model year* payload vin condition',
  'spare-parts': 'manufacturer pieces condition*',
  machinery: 'brand* model year* hours power weight fuel condition',
  equipment: 'manufacturer model year electric-power condition*',
  electronics: 'manufacturer model year condition*',
  furniture: 'material pieces condition*',
  goods: 'manufacturer material pieces condition',
  'food-goods': 'manufacturer best-before* pieces',
  cosmetics: 'manufacturer best-before* pieces',
  valuables: 'metal weight-g certificate condition',
  business: 'company basis* certificate',
  shares: 'company* share*',
  'property-complexes': 'company* total-area land-area built-year',
  rent: 'total-area* floor lease-months*',
  'state-assets': 'company total-area land-area built-year cadastre',
  'state-shares': 'company* share*',
  other: 'manufacturer year pieces condition',
};
