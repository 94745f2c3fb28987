/**
 * Further categories. A group is named by its code where it exists, and otherwise by a line of its own like those of
 * its categories: code, icon of the Lucide set, then the name in uz / ru / uz-Cyrl / en.
 */
export const MORE_CATEGORIES: readonly { group: string; lines: string }[] = [
  {
    group: 'real-estate',
    lines: `
      unfinished-buildings hard-hat / Qurilishi tugallanmagan binolar / Недостроенные здания / Қурилиши тугалланмаган бинолар / Unfinished buildings
      garages square-parking / Garaj va avtoturargohlar / Гаражи и стоянки / Гараж ва автотураргоҳлар / Garages and car parks
      dachas trees / Dala hovlilar / Дачи / Дала ҳовлилар / Summer houses
      other-real-estate map-pin-house / Boshqa koʻchmas mulk / Прочая недвижимость / Бошқа кўчмас мулк / Other real estate
    `,
  },
  {
    group: 'land',
    lines: `
      apartment-land hotel / Koʻp qavatli uy-joy qurish uchun / Под многоэтажное жильё / Кўп қаватли уй-жой қуриш учун / Land for apartment blocks
      master-plan-land drafting-compass / Master-reja asosidagi yerlar / Земли по мастер-планам / Мастер-режа асосидаги ерлар / Land under master plans
      industrial-land container / Sanoat va erkin iqtisodiy zonalarda / В промышленных и свободных экономических зонах / Саноат ва эркин иқтисодий зоналарда / Land in industrial and free zones
      service-land fuel / Xizmat koʻrsatish va yoʻl boʻyi obyektlari uchun / Под сервис и придорожные объекты / Хизмат кўрсатиш ва йўл бўйи объектлари учун / Land for services and roadside sites
      education-land school / Taʼlim muassasalari uchun / Под учреждения образования / Таълим муассасалари учун / Land for schools and kindergartens
      tourism-land tent-tree / Turizm zonalari uchun / Под туристические зоны / Туризм зоналари учун / Land for tourism
      forest-land tree-pine / Oʻrmon fondi yerlari / Земли лесного фонда / Ўрмон фонди ерлари / Forest land
    `,
  },
  {
    group: 'transport',
    lines: `
      trailers caravan / Tirkamalar / Прицепы / Тиркамалар / Trailers
      special-vehicles ambulance / Maxsus avtomobillar / Специальные автомобили / Махсус автомобиллар / Special vehicles
      water-rail-transport ship / Suv, havo va temir yoʻl transporti / Водный, воздушный и железнодорожный транспорт / Сув, ҳаво ва темир йўл транспорти / Boats, aircraft and rolling stock
      spare-parts wrench / Ehtiyot qismlar / Запчасти / Эҳтиёт қисмлар / Spare parts
      other-transport car-taxi-front / Boshqa transport vositalari / Прочий транспорт / Бошқа транспорт воситалари / Other vehicles
    `,
  },
  {
    group: 'machinery',
    lines: `
      road-machinery traffic-cone / Yoʻl texnikasi / Дорожная техника / Йўл техникаси / Road machinery
      lifting-machinery weight / Yuk koʻtarish texnikasi / Подъёмная техника / Юк кўтариш техникаси / Lifting machinery
      water-machinery droplets / Suv xoʻjaligi texnikasi / Водохозяйственная техника / Сув хўжалиги техникаси / Water machinery
      other-machinery construction / Boshqa maxsus texnika / Прочая спецтехника / Бошқа махсус техника / Other machinery
    `,
  },
  {
    group: 'equipment',
    lines: `
      laboratory-equipment microscope / Laboratoriya va oʻlchov asboblari / Лабораторные и измерительные приборы / Лаборатория ва ўлчов асбоблари / Laboratory and measuring instruments
      tools hammer / Asboblar va mexanik qurilmalar / Инструменты и механизмы / Асбоблар ва механик қурилмалар / Tools and mechanical devices
      other-equipment settings-2 / Boshqa uskunalar / Прочее оборудование / Бошқа ускуналар / Other equipment
    `,
  },
  {
    group: 'electronics',
    lines: `
      communications radio-tower / Aloqa va kuzatuv uskunalari / Средства связи и наблюдения / Алоқа ва кузатув ускуналари / Communication and surveillance
      audio-video tv / Audio va video texnika / Аудио- и видеотехника / Аудио ва видео техника / Audio and video
      other-electronics cable / Boshqa elektronika / Прочая электроника / Бошқа электроника / Other electronics
    `,
  },
  {
    group: 'furniture',
    lines: `
      interior lamp / Gilam va interyer buyumlari / Ковры и предметы интерьера / Гилам ва интерер буюмлари / Carpets and home decor
      special-furniture library-big / Doʻkon va oʻquv mebeli / Торговая и учебная мебель / Дўкон ва ўқув мебели / Shop and school furniture
    `,
  },
  {
    group: 'goods',
    lines: `
      household-goods shopping-basket / Xoʻjalik mollari / Хозяйственные товары / Хўжалик моллари / Household goods
      cosmetics spray-can / Parfyumeriya va kosmetika / Парфюмерия и косметика / Парфюмерия ва косметика / Perfume and cosmetics
      children-goods baby / Bolalar tovarlari / Детские товары / Болалар товарлари / Goods for children
      sports-goods dumbbell / Sport va dam olish tovarlari / Товары для спорта и отдыха / Спорт ва дам олиш товарлари / Sports and leisure
      books book-open / Kitob va ish yuritish tovarlari / Книги и канцелярия / Китоб ва иш юритиш товарлари / Books and stationery
      raw-materials layers / Xomashyo va materiallar / Сырьё и материалы / Хомашё ва материаллар / Raw materials
      scrap recycle / Metallolom va ikkilamchi xomashyo / Металлолом и вторсырьё / Металлолом ва иккиламчи хомашё / Scrap and recyclables
      chemicals flask-conical / Kimyo mahsulotlari va oʻgʻitlar / Химия и удобрения / Кимё маҳсулотлари ва ўғитлар / Chemicals and fertilisers
      livestock beef / Chorva mollari va parranda / Скот и птица / Чорва моллари ва парранда / Livestock and poultry
      other-goods package-open / Boshqa tovarlar / Прочие товары / Бошқа товарлар / Other goods
    `,
  },
  {
    group: 'valuables',
    lines: `
      precious-metals coins / Qimmatbaho metallar va tangalar / Драгоценные металлы и монеты / Қимматбаҳо металлар ва тангалар / Precious metals and coins
      watches watch / Soatlar / Часы / Соатлар / Watches
    `,
  },
  {
    group: 'business',
    lines: `
      property-complexes blocks / Tayyor biznes va mulkiy majmualar / Готовый бизнес и имущественные комплексы / Тайёр бизнес ва мулкий мажмуалар / Going concerns
      claims scroll-text / Talab qilish huquqlari / Права требования / Талаб қилиш ҳуқуқлари / Claims on debtors
      intellectual-property lightbulb / Intellektual mulk / Интеллектуальная собственность / Интеллектуал мулк / Intellectual property
      investment-rights handshake / Investitsiya shartnomasini tuzish huquqi / Право на инвестиционный договор / Инвестиция шартномасини тузиш ҳуқуқи / Right to an investment contract
      power-plant-rights utility-pole / Elektr stansiyasi qurish huquqi / Право на строительство электростанции / Электр станцияси қуриш ҳуқуқи / Right to build a power plant
      river-works waves / Daryo oʻzanlarini tozalash / Очистка русел рек / Дарё ўзанларини тозалаш / Clearing of river beds
      number-plates rectangle-ellipsis / Davlat raqam belgilari / Государственные номерные знаки / Давлат рақам белгилари / Number plates
    `,
  },
  {
    group:
      'farm-plots sprout / Dehqon va fermer yerlari ijarasi / Аренда земель для хозяйств / Деҳқон ва фермер ерлари ижараси / Farm plots for lease',
    lines: `
      smallholder-lease shovel / Dehqon xoʻjaligi uchun yer ijarasi / Аренда земли для дехканского хозяйства / Деҳқон хўжалиги учун ер ижараси / Smallholder plots
      new-farm-land mountain / Yangi oʻzlashtirilayotgan yerlar / Вновь осваиваемые земли / Янги ўзлаштирилаётган ерлар / Newly reclaimed land
      youth-land graduation-cap / Yoshlar uchun yer uchastkalari / Земельные участки для молодёжи / Ёшлар учун ер участкалари / Plots for young people
      cooperative-land users / Qishloq xoʻjaligi kooperativlari uchun / Для сельскохозяйственных кооперативов / Қишлоқ хўжалиги кооперативлари учун / Plots for cooperatives
      crop-lease leaf / Ekin yerlari ijarasi / Аренда посевных земель / Экин ерлари ижараси / Arable land for lease
    `,
  },
  {
    group: 'rent key-round / Ijara / Аренда / Ижара / Rent',
    lines: `
      state-property-rent building-complex / Davlat mulki ijarasi / Аренда государственного имущества / Давлат мулки ижараси / State property for rent
      private-property-rent door-open / Xususiy mulk ijarasi / Аренда частного имущества / Хусусий мулк ижараси / Private property for rent
      trading-spots tent / Koʻchma savdo joylari / Места мобильной торговли / Кўчма савдо жойлари / Mobile trading spots
      advertising-spots megaphone / Reklama joylari / Рекламные места / Реклама жойлари / Advertising spots
    `,
  },
  {
    group:
      'state-assets university / Davlat aktivlari / Государственные активы / Давлат активлари / State assets',
    lines: `
      state-objects flag / Davlat obyektlari / Государственные объекты / Давлат объектлари / State-owned sites
      state-shares chart-no-axes-column / Davlat ulushlari / Государственные доли / Давлат улушлари / State shareholdings
      state-enterprise-property warehouse / Davlat korxonalari mulki / Имущество госпредприятий / Давлат корхоналари мулки / Property of state enterprises
      bank-assets banknote / Bank aktivlari / Активы банков / Банк активлари / Bank assets
    `,
  },
  {
    group: 'other boxes / Boshqa mulklar / Прочее имущество / Бошқа мулклар / Other property',
    lines: `
      liquidation-property archive / Tugatilayotgan korxonalar mulki / Имущество ликвидируемых предприятий / Тугатилаётган корхоналар мулки / Property of companies in liquidation
      other-property box / Boshqa turdagi mulklar / Имущество иных видов / Бошқа турдаги мулклар / Property of other kinds
    `,
  },
];

/** Only the state sells these; everything else may be offered by either side, except the list below. */
export const STATE_ONLY: readonly string[] = [
  'farm-plots',
  'state-assets',
  'forest-land',
  'education-land',
  'master-plan-land',
  'power-plant-rights',
  'river-works',
  'number-plates',
  'state-property-rent',
];

/** Never property turned over to the state. */
export const PRIVATE_ONLY: readonly string[] = [
  'private-property-rent',
  'intellectual-property',
  'property-complexes',
];
