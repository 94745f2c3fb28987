/** Entries of the lists that staff edit: code, then the name in uz / ru / uz-Cyrl / en. */
export const DICTIONARY_LISTS: Readonly<Record<string, string>> = {
  'contact-subjects': `
    auction / Auksion va narxlar / Торги и цены / Аукцион ва нархлар / Trading and prices
    application / Ariza va zakalat / Заявка и задаток / Ариза ва закалат / Application and deposit
    payment / Toʻlov va pulni qaytarish / Оплата и возврат денег / Тўлов ва пулни қайтариш / Payments and refunds
    order / Mulkni savdoga qoʻyish / Выставление имущества на торги / Мулкни савдога қўйиш / Putting property on trade
    account / Roʻyxatdan oʻtish va kirish / Регистрация и вход / Рўйхатдан ўтиш ва кириш / Registration and sign-in
    other / Boshqa savol / Другой вопрос / Бошқа савол / Something else
  `,
  'owner-types': `
    state / Davlat organi / Государственный орган / Давлат органи / State body
    legal / Yuridik shaxs / Юридическое лицо / Юридик шахс / Company
    natural / Jismoniy shaxs / Физическое лицо / Жисмоний шахс / Private person
  `,
  'card-types': `
    uzcard / Uzcard kartasi / Карта Uzcard / Узкард картаси / Uzcard card
    humo / Humo kartasi / Карта Humo / Ҳумо картаси / Humo card
  `,
  'payment-kinds': `
    full / Toʻliq toʻlov / Полная оплата / Тўлиқ тўлов / Payment in full
    parts / Boʻlib toʻlash / Рассрочка / Бўлиб тўлаш / Payment by parts
  `,
  tenures: `
    ownership / Mulk huquqi / Право собственности / Мулк ҳуқуқи / Ownership
    rent / Ijara huquqi / Право аренды / Ижара ҳуқуқи / Lease
  `,
  'category-types': `
    own / Oʻz mulki / Собственное имущество / Ўз мулки / Own property
    pledge / Garov mulki / Залоговое имущество / Гаров мулки / Pledged property
    bankruptcy / Bankrot mulki / Имущество банкрота / Банкрот мулки / Property of a bankrupt
    confiscated / Musodara qilingan / Конфискованное / Мусодара қилинган / Confiscated
    ownerless / Egasiz mulk / Бесхозяйное / Эгасиз мулк / Ownerless
    inherited / Davlatga meros qolgan / Перешедшее к государству по наследству / Давлатга мерос қолган / Inherited by the state
    customs / Bojxonada olib qoʻyilgan / Изъятое таможней / Божхонада олиб қўйилган / Seized by customs
  `,
  'property-types': `
    movable / Koʻchar mulk / Движимое имущество / Кўчар мулк / Movable property
    immovable / Koʻchmas mulk / Недвижимое имущество / Кўчмас мулк / Immovable property
    rights / Mulkiy huquqlar va ulushlar / Имущественные права и доли / Мулкий ҳуқуқлар ва улушлар / Rights and shares
  `,
  units: `
    piece / dona / шт. / дона / piece
    set / toʻplam / комплект / тўплам / set
    kg / kg / кг / кг / kg
    t / t / т / т / t
    l / l / л / л / l
    m / m / м / м / m
    m2 / m² / м² / м² / m²
    m3 / m³ / м³ / м³ / m³
    ha / ga / га / га / ha
    head / bosh / голов / бош / head
  `,
  'order-types': `
    state / Davlat daromadiga oʻtkazilgan mulk / Имущество, обращённое в доход государства / Давлат даромадига ўтказилган мулк / Property turned over to the state
    private / Xususiy mulk / Частное имущество / Хусусий мулк / Private property
  `,
  'order-methods': `
    auction / Auksion / Аукцион / Аукцион / Auction
    fixed-price / Belgilangan narxda sotish / Продажа по фиксированной цене / Белгиланган нархда сотиш / Sale at a fixed price
  `,
};
