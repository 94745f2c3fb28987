/**
 * State classifier of territories: towns of regional standing, then districts, by name. A line is the code after the
 * region's four digits and the name in uz / uz-Cyrl / ru / en, the last where it is not the Uzbek spelling.
 * Codes 400–999 are towns; Russian names of districts stand in their adjective form.
 */
export const AREAS: Readonly<Record<number, string>> = {
  1726: `
    264 Bektemir / Бектемир / Бектемирский
    273 Mirobod / Миробод / Мирабадский
    269 Mirzo Ulugʻbek / Мирзо Улуғбек / Мирзо-Улугбекский
    280 Olmazor / Олмазор / Алмазарский
    283 Sirgʻali / Сирғали / Сергелийский
    262 Uchtepa / Учтепа / Учтепинский
    287 Yakkasaroy / Яккасарой / Яккасарайский
    292 Yangihayot / Янгиҳаёт / Янгихаётский
    290 Yashnobod / Яшнобод / Яшнабадский
    266 Yunusobod / Юнусобод / Юнусабадский
    277 Shayxontohur / Шайхонтоҳур / Шайхантахурский
    294 Chilonzor / Чилонзор / Чиланзарский
  `,
  1703: `
    401 Andijon / Андижон / Андижан / Andijan
    408 Xonobod / Хонобод / Ханабад / Khanabad
    203 Andijon / Андижон / Андижанский / Andijan
    224 Asaka / Асака / Асакинский
    206 Baliqchi / Балиқчи / Балыкчинский
    210 Buloqboshi / Булоқбоши / Булакбашинский
    209 Boʻz / Бўз / Бозский
    214 Izboskan / Избоскан / Избасканский
    211 Jalaquduq / Жалақудуқ / Джалалкудукский
    227 Marhamat / Марҳамат / Мархаматский
    202 Oltinkoʻl / Олтинкўл / Алтынкульский
    232 Paxtaobod / Пахтаобод / Пахтаабадский
    220 Qoʻrgʻontepa / Қўрғонтепа / Кургантепинский
    217 Ulugʻnor / Улуғнор / Улугнорский
    236 Xoʻjaobod / Хўжаобод / Ходжаабадский
    230 Shahrixon / Шаҳрихон / Шахриханский
  `,
  1706: `
    401 Buxoro / Бухоро / Бухара / Bukhara
    403 Kogon / Когон / Каган / Kagan
    207 Buxoro / Бухоро / Бухарский / Bukhara
    246 Jondor / Жондор / Жандарский
    219 Kogon / Когон / Каганский / Kagan
    204 Olot / Олот / Алатский
    240 Peshku / Пешку / Пешкунский
    230 Qorakoʻl / Қоракўл / Каракульский
    232 Qorovulbozor / Қоровулбозор / Караулбазарский
    242 Romitan / Ромитан / Ромитанский
    212 Vobkent / Вобкент / Вабкентский
    215 Gʻijduvon / Ғиждувон / Гиждуванский / Gijduvan
    258 Shofirkon / Шофиркон / Шафирканский
  `,
  1730: `
    401 Fargʻona / Фарғона / Фергана / Fergana
    412 Margʻilon / Марғилон / Маргилан / Margilan
    408 Quvasoy / Қувасой / Кувасай / Kuvasay
    405 Qoʻqon / Қўқон / Коканд / Kokand
    215 Beshariq / Бешариқ / Бешарыкский
    209 Bogʻdod / Боғдод / Багдадский
    212 Buvayda / Бувайда / Бувайдинский
    236 Dangʻara / Данғара / Дангаринский
    233 Fargʻona / Фарғона / Ферганский / Fergana
    238 Furqat / Фурқат / Фуркатский
    203 Oltiariq / Олтиариқ / Алтыарыкский
    218 Quva / Қува / Кувинский
    206 Qoʻshtepa / Қўштепа / Куштепинский
    224 Rishton / Риштон / Риштанский
    226 Soʻx / Сўх / Сохский
    227 Toshloq / Тошлоқ / Ташлакский
    221 Uchkoʻprik / Учкўприк / Учкуприкский
    242 Yozyovon / Ёзёвон / Язъяванский
    230 Oʻzbekiston / Ўзбекистон / Узбекистанский / Uzbekistan
  `,
  1708: `
    401 Jizzax / Жиззах / Джизак / Jizzakh
    201 Arnasoy / Арнасой / Арнасайский
    204 Baxmal / Бахмал / Бахмальский
    215 Doʻstlik / Дўстлик / Дустликский
    235 Forish / Фориш / Фаришский
    223 Mirzachoʻl / Мирзачўл / Мирзачульский
    228 Paxtakor / Пахтакор / Пахтакорский
    237 Yangiobod / Янгиобод / Янгиабадский
    225 Zafarobod / Зафаробод / Зафарабадский
    220 Zarbdor / Зарбдор / Зарбдарский
    218 Zomin / Зомин / Зааминский
    209 Gʻallaorol / Ғаллаорол / Галляаральский
    212 Sharof Rashidov / Шароф Рашидов / Шараф-Рашидовский
  `,
  1714: `
    401 Namangan / Наманган / Наманган
    401365 Davlatobod / Давлатобод / Давлатабадский
    207 Kosonsoy / Косонсой / Касансайский
    204 Mingbuloq / Мингбулоқ / Мингбулакский
    212 Namangan / Наманган / Наманганский
    216 Norin / Норин / Нарынский
    219 Pop / Поп / Папский
    224 Toʻraqoʻrgʻon / Тўрақўрғон / Туракурганский
    229 Uychi / Уйчи / Уйчинский
    234 Uchqoʻrgʻon / Учқўрғон / Учкурганский
    401367 Yangi Namangan / Янги Наманган / Янгинаманганский
    242 Yangiqoʻrgʻon / Янгиқўрғон / Янгикурганский
    236 Chortoq / Чортоқ / Чартакский
    237 Chust / Чуст / Чустский
  `,
  1712: `
    401 Navoiy / Навоий / Навои / Navoi
    408 Zarafshon / Зарафшон / Зарафшан / Zarafshan
    412 Gʻozgʻon / Ғозғон / Газган
    234 Karmana / Кармана / Карманинский
    211 Konimex / Конимех / Канимехский
    230 Navbahor / Навбаҳор / Навбахорский
    238 Nurota / Нурота / Нуратинский
    216 Qiziltepa / Қизилтепа / Кызылтепинский
    244 Tomdi / Томди / Тамдынский
    248 Uchquduq / Учқудуқ / Учкудукский
    251 Xatirchi / Хатирчи / Хатырчинский
  `,
  1710: `
    401 Qarshi / Қарши / Карши / Karshi
    405 Shahrisabz / Шаҳрисабз / Шахрисабз / Shakhrisabz
    212 Dehqonobod / Деҳқонобод / Дехканабадский
    237 Kasbi / Касби / Касбинский
    232 Kitob / Китоб / Китабский
    229 Koson / Косон / Касанский
    240 Koʻkdala / Кўкдала / Кукдалинский
    233 Mirishkor / Миришкор / Миришкорский
    234 Muborak / Муборак / Мубарекский
    235 Nishon / Нишон / Нишанский
    220 Qamashi / Қамаши / Камашинский
    224 Qarshi / Қарши / Каршинский / Karshi
    250 Yakkabogʻ / Яккабоғ / Яккабагский
    207 Gʻuzor / Ғузор / Гузарский
    245 Shahrisabz / Шаҳрисабз / Шахрисабзский / Shakhrisabz
    242 Chiroqchi / Чироқчи / Чиракчинский
  `,
  1735: `
    401 Nukus / Нукус / Нукус
    204 Amudaryo / Амударё / Амударьинский / Amudarya
    207 Beruniy / Беруний / Берунийский
    209 Boʻzatov / Бўзатов / Бузатовский
    250 Ellikqalʼa / Элликқалъа / Элликкалинский
    212 Kegeyli / Кегейли / Кегейлийский
    222 Moʻynoq / Мўйноқ / Муйнакский / Muynak
    225 Nukus / Нукус / Нукусский
    218 Qanlikoʻl / Қанликўл / Канлыкульский
    211 Qoraoʻzak / Қораўзак / Караузякский
    215 Qoʻngʻirot / Қўнғирот / Кунградский / Kungrad
    228 Taxiatosh / Тахиатош / Тахиаташский
    230 Taxtakoʻpir / Тахтакўпир / Тахтакупырский
    233 Toʻrtkoʻl / Тўрткўл / Турткульский
    236 Xoʻjayli / Хўжайли / Ходжейлийский
    243 Shumanay / Шуманай / Шуманайский
    240 Chimboy / Чимбой / Чимбайский
  `,
  1718: `
    406 Kattaqoʻrgʻon / Каттақўрғон / Каттакурган / Kattakurgan
    401 Samarqand / Самарқанд / Самарканд / Samarkand
    206 Bulungʻur / Булунғур / Булунгурский
    212 Ishtixon / Иштихон / Иштыханский
    209 Jomboy / Жомбой / Джамбайский
    215 Kattaqoʻrgʻon / Каттақўрғон / Каттакурганский / Kattakurgan
    218 Narpay / Нарпай / Нарпайский
    235 Nurobod / Нуробод / Нурабадский
    203 Oqdaryo / Оқдарё / Акдарьинский
    227 Pastdargʻom / Пастдарғом / Пастдаргомский
    230 Paxtachi / Пахтачи / Пахтачийский
    224 Payariq / Паяриқ / Пайарыкский
    216 Qoʻshrabot / Қўшработ / Кушрабадский
    233 Samarqand / Самарқанд / Самаркандский / Samarkand
    238 Tayloq / Тайлоқ / Тайлякский
    236 Urgut / Ургут / Ургутский
  `,
  1724: `
    414 Baxt / Бахт / Бахт
    401 Guliston / Гулистон / Гулистан / Gulistan
    413 Yangiyer / Янгиер / Янгиер
    410 Shirin / Ширин / Ширин
    212 Boyovut / Боёвут / Баяутский
    220 Guliston / Гулистон / Гулистанский / Gulistan
    228 Mirzaobod / Мирзаобод / Мирзаабадский
    206 Oqoltin / Оқолтин / Акалтынский
    226 Sardoba / Сардоба / Сардобинский
    216 Sayxunobod / Сайхунобод / Сайхунабадский
    231 Sirdaryo / Сирдарё / Сырдарьинский / Syrdarya
    235 Xovos / Ховос / Хавастский
  `,
  1722: `
    401 Termiz / Термиз / Термез / Termez
    202 Angor / Ангор / Ангорский
    203 Bandixon / Бандихон / Бандиханский
    204 Boysun / Бойсун / Байсунский / Baysun
    210 Denov / Денов / Денауский / Denau
    212 Jarqoʻrgʻon / Жарқўрғон / Джаркурганский
    207 Muzrabot / Музработ / Музрабадский
    201 Oltinsoy / Олтинсой / Алтынсайский
    215 Qiziriq / Қизириқ / Кизирикский
    214 Qumqoʻrgʻon / Қумқўрғон / Кумкурганский
    217 Sariosiyo / Сариосиё / Сариасийский
    220 Termiz / Термиз / Термезский / Termez
    221 Uzun / Узун / Узунский
    223 Sherobod / Шеробод / Шерабадский
    226 Shoʻrchi / Шўрчи / Шурчинский
  `,
  1727: `
    407 Angren / Ангрен / Ангрен
    413 Bekobod / Бекобод / Бекабад / Bekabad
    401 Nurafshon / Нурафшон / Нурафшон
    415 Ohangaron / Оҳангарон / Ахангаран / Akhangaran
    404 Olmaliq / Олмалиқ / Алмалык / Almalyk
    424 Yangiyoʻl / Янгийўл / Янгиюль / Yangiyul
    419 Chirchiq / Чирчиқ / Чирчик / Chirchik
    220 Bekobod / Бекобод / Бекабадский / Bekabad
    228 Boʻka / Бўка / Букинский
    224 Boʻstonliq / Бўстонлиқ / Бостанлыкский
    212 Ohangaron / Оҳангарон / Ахангаранский / Akhangaran
    206 Oqqoʻrgʻon / Оққўрғон / Аккурганский
    249 Parkent / Паркент / Паркентский
    250 Piskent / Пискент / Пскентский
    248 Qibray / Қибрай / Кибрайский
    233 Quyichirchiq / Қуйичирчиқ / Куйичирчикский
    265 Toshkent / Тошкент / Ташкентский / Tashkent
    259 Yangiyoʻl / Янгийўл / Янгиюльский / Yangiyul
    239 Yuqorichirchiq / Юқоричирчиқ / Юкоричирчикский
    237 Zangiota / Зангиота / Зангиатинский
    253 Oʻrtachirchiq / Ўртачирчиқ / Уртачирчикский
    256 Chinoz / Чиноз / Чиназский
  `,
  1733: `
    401 Urganch / Урганч / Ургенч / Urgench
    406 Xiva / Хива / Хива / Khiva
    204 Bogʻot / Боғот / Багатский
    208 Gurlan / Гурлан / Гурленский
    212 Qoʻshkoʻpir / Қўшкўпир / Кошкупырский
    221 Tuproqqalʼa / Тупроққалъа / Тупроккалинский
    217 Urganch / Урганч / Ургенчский / Urgench
    220 Xazorasp / Хазорасп / Хазараспский
    226 Xiva / Хива / Хивинский / Khiva
    223 Xonqa / Хонқа / Ханкинский
    233 Yangiariq / Янгиариқ / Янгиарыкский
    236 Yangibozor / Янгибозор / Янгибазарский
    230 Shovot / Шовот / Шаватский
  `,
};
