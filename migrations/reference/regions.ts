/** State classifier of territories: the 14 regions, capital first. [SOATO, uz, ru, uz-Cyrl, en] */
export const REGIONS: readonly (readonly [number, string, string, string, string])[] = [
  [1726, 'Toshkent shahri', 'город Ташкент', 'Тошкент шаҳри', 'Tashkent city'],
  [1703, 'Andijon viloyati', 'Андижанская область', 'Андижон вилояти', 'Andijan region'],
  [1706, 'Buxoro viloyati', 'Бухарская область', 'Бухоро вилояти', 'Bukhara region'],
  [1730, 'Fargʻona viloyati', 'Ферганская область', 'Фарғона вилояти', 'Fergana region'],
  [1708, 'Jizzax viloyati', 'Джизакская область', 'Жиззах вилояти', 'Jizzakh region'],
  [1714, 'Namangan viloyati', 'Наманганская область', 'Наманган вилояти', 'Namangan region'],
  [1712, 'Navoiy viloyati', 'Навоийская область', 'Навоий вилояти', 'Navoi region'],
  [1710, 'Qashqadaryo viloyati', 'Кашкадарьинская область', 'Қашқадарё вилояти', 'Kashkadarya region'],
  [
    1735,
    'Qoraqalpogʻiston Respublikasi',
    'Республика Каракалпакстан',
    'Қорақалпоғистон Республикаси',
    'Republic of Karakalpakstan',
  ],
  [1718, 'Samarqand viloyati', 'Самаркандская область', 'Самарқанд вилояти', 'Samarkand region'],
  [1724, 'Sirdaryo viloyati', 'Сырдарьинская область', 'Сирдарё вилояти', 'Syrdarya region'],
  [1722, 'Surxondaryo viloyati', 'Сурхандарьинская область', 'Сурхондарё вилояти', 'Surkhandarya region'],
  [1727, 'Toshkent viloyati', 'Ташкентская область', 'Тошкент вилояти', 'Tashkent region'],
  [1733, 'Xorazm viloyati', 'Хорезмская область', 'Хоразм вилояти', 'Khorezm region'],
];
