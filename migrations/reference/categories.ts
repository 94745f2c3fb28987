type Names = readonly [code: string, icon: string, uz: string, ru: string, uzCyrl: string, en: string];

/** Groups and their categories. Codes never change; icons are names of the lucide set. */
export const CATEGORIES: readonly { group: Names; categories: readonly Names[] }[] = [
  {
    group: ['real-estate', 'building-2', 'Koʻchmas mulk', 'Недвижимость', 'Кўчмас мулк', 'Real estate'],
    categories: [
      ['flats', 'building', 'Kvartiralar', 'Квартиры', 'Квартиралар', 'Flats'],
      ['houses', 'house', 'Turar joylar (hovli)', 'Жилые дома', 'Турар жойлар (ҳовли)', 'Houses'],
      [
        'commercial',
        'store',
        'Noturar joy obyektlari',
        'Нежилые объекты',
        'Нотурар жой объектлари',
        'Commercial property',
      ],
      [
        'warehouses',
        'warehouse',
        'Omborlar va sexlar',
        'Склады и цеха',
        'Омборлар ва цехлар',
        'Warehouses and workshops',
      ],
    ],
  },
  {
    group: ['land', 'map', 'Yer uchastkalari', 'Земельные участки', 'Ер участкалари', 'Land plots'],
    categories: [
      [
        'housing-land',
        'land-plot',
        'Yakka tartibda uy-joy qurish uchun',
        'Под индивидуальное жильё',
        'Якка тартибда уй-жой қуриш учун',
        'Land for housing',
      ],
      [
        'business-land',
        'map-pinned',
        'Tadbirkorlik va shaharsozlik uchun',
        'Под предпринимательство',
        'Тадбиркорлик ва шаҳарсозлик учун',
        'Land for business',
      ],
      [
        'farm-land',
        'wheat',
        'Qishloq xoʻjaligi yerlari',
        'Сельскохозяйственные земли',
        'Қишлоқ хўжалиги ерлари',
        'Farm land',
      ],
    ],
  },
  {
    group: ['transport', 'car', 'Transport vositalari', 'Транспорт', 'Транспорт воситалари', 'Vehicles'],
    categories: [
      ['cars', 'car-front', 'Yengil avtomobillar', 'Легковые автомобили', 'Енгил автомобиллар', 'Cars'],
      ['trucks', 'truck', 'Yuk avtomobillari', 'Грузовые автомобили', 'Юк автомобиллари', 'Trucks'],
      [
        'buses',
        'bus',
        'Avtobus va mikroavtobuslar',
        'Автобусы и микроавтобусы',
        'Автобус ва микроавтобуслар',
        'Buses and minibuses',
      ],
      ['motorcycles', 'bike', 'Mototransport', 'Мототранспорт', 'Мототранспорт', 'Motorcycles'],
    ],
  },
  {
    group: ['machinery', 'tractor', 'Maxsus texnika', 'Спецтехника', 'Махсус техника', 'Special machinery'],
    categories: [
      [
        'farm-machinery',
        'tractor',
        'Qishloq xoʻjaligi texnikasi',
        'Сельхозтехника',
        'Қишлоқ хўжалиги техникаси',
        'Farm machinery',
      ],
      [
        'construction-machinery',
        'forklift',
        'Qurilish texnikasi',
        'Строительная техника',
        'Қурилиш техникаси',
        'Construction machinery',
      ],
    ],
  },
  {
    group: ['equipment', 'factory', 'Asbob-uskunalar', 'Оборудование', 'Асбоб-ускуналар', 'Equipment'],
    categories: [
      [
        'industrial-equipment',
        'cog',
        'Ishlab chiqarish uskunalari',
        'Производственное оборудование',
        'Ишлаб чиқариш ускуналари',
        'Industrial equipment',
      ],
      [
        'food-equipment',
        'cooking-pot',
        'Oziq-ovqat va savdo uskunalari',
        'Пищевое и торговое оборудование',
        'Озиқ-овқат ва савдо ускуналари',
        'Food and retail equipment',
      ],
      [
        'medical-equipment',
        'stethoscope',
        'Tibbiyot uskunalari',
        'Медицинское оборудование',
        'Тиббиёт ускуналари',
        'Medical equipment',
      ],
      [
        'energy-equipment',
        'zap',
        'Energetika uskunalari',
        'Энергетическое оборудование',
        'Энергетика ускуналари',
        'Power equipment',
      ],
    ],
  },
  {
    group: ['electronics', 'monitor', 'Elektronika', 'Электроника', 'Электроника', 'Electronics'],
    categories: [
      [
        'computers',
        'laptop',
        'Kompyuter va orgtexnika',
        'Компьютеры и оргтехника',
        'Компьютер ва оргтехника',
        'Computers and office equipment',
      ],
      [
        'phones',
        'smartphone',
        'Telefon va planshetlar',
        'Телефоны и планшеты',
        'Телефон ва планшетлар',
        'Phones and tablets',
      ],
      [
        'appliances',
        'washing-machine',
        'Maishiy texnika',
        'Бытовая техника',
        'Маиший техника',
        'Home appliances',
      ],
    ],
  },
  {
    group: ['furniture', 'sofa', 'Mebel va jihozlar', 'Мебель и интерьер', 'Мебель ва жиҳозлар', 'Furniture'],
    categories: [
      ['office-furniture', 'armchair', 'Ofis mebeli', 'Офисная мебель', 'Офис мебели', 'Office furniture'],
      ['home-furniture', 'bed-double', 'Uy mebeli', 'Домашняя мебель', 'Уй мебели', 'Home furniture'],
    ],
  },
  {
    group: ['goods', 'package', 'Tovarlar', 'Товары', 'Товарлар', 'Goods'],
    categories: [
      [
        'building-materials',
        'brick-wall',
        'Qurilish mollari',
        'Стройматериалы',
        'Қурилиш моллари',
        'Building materials',
      ],
      [
        'textiles',
        'shirt',
        'Kiyim va toʻqimachilik',
        'Одежда и текстиль',
        'Кийим ва тўқимачилик',
        'Clothing and textiles',
      ],
      [
        'food-goods',
        'apple',
        'Oziq-ovqat mahsulotlari',
        'Продовольствие',
        'Озиқ-овқат маҳсулотлари',
        'Food products',
      ],
    ],
  },
  {
    group: ['valuables', 'gem', 'Qimmatbaho buyumlar', 'Ценности', 'Қимматбаҳо буюмлар', 'Valuables'],
    categories: [
      ['jewellery', 'gem', 'Zargarlik buyumlari', 'Ювелирные изделия', 'Заргарлик буюмлари', 'Jewellery'],
      [
        'collectibles',
        'amphora',
        'Antikvar va sanʼat asarlari',
        'Антиквариат и искусство',
        'Антиквар ва санъат асарлари',
        'Antiques and art',
      ],
    ],
  },
  {
    group: [
      'business',
      'briefcase-business',
      'Biznes va ulushlar',
      'Бизнес и доли',
      'Бизнес ва улушлар',
      'Business and shares',
    ],
    categories: [
      ['shares', 'chart-pie', 'Ulush va aksiyalar', 'Доли и акции', 'Улуш ва акциялар', 'Shares'],
      [
        'rights',
        'file-badge',
        'Mulkiy huquqlar',
        'Имущественные права',
        'Мулкий ҳуқуқлар',
        'Property rights',
      ],
    ],
  },
];
