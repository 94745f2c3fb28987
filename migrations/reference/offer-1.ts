/**
 * Version 1 of the public offer, a template for the operator's lawyers. A line that begins with `# ` is a heading, with
 * `- ` a point, with `! ` a note; an empty line ends a paragraph; `{{name}}` is a figure of the rule sets in force.
 * Cyrillic is made from Latin.
 */
const uz = `
! Bu namunaviy matn. Operator uni foydalanishdan oldin oʻz yuristlari tasdiqlagan matn bilan almashtiradi va yangi tahrirni boshqaruv panelida eʼlon qiladi.

# 1. Umumiy qoidalar
Ushbu hujjat elektron savdo platformasi operatorining (keyingi oʻrinlarda — Operator) platformada roʻyxatdan oʻtgan jismoniy va yuridik shaxslarga (keyingi oʻrinlarda — Foydalanuvchi) qaratilgan ommaviy ofertasidir.

Oferta shu matn elektron raqamli imzo bilan imzolangan paytdan qabul qilingan hisoblanadi. Imzolangan nusxa arxivda saqlanadi, uni shaxsiy kabinetdan istalgan vaqtda yuklab olish va tekshirish mumkin.

Ofertani imzolamagan foydalanuvchi savdolarni kuzatishi mumkin, lekin belgilangan muddat oʻtgach savdoga ariza bera olmaydi va sotish uchun buyurtma yubora olmaydi.

# 2. Atamalar
- Lot — savdoga qoʻyilgan mulk va uning eʼlon qilingan, keyin oʻzgartirilmaydigan sotish shartlari.
- Zakalat — savdoda qatnashishni taʼminlash uchun foydalanuvchi balansida band qilinadigan summa.
- Tasdiqlangan narx — platforma qabul qilgan va savdo jurnaliga yozilgan taklif.
- Qadam — narxning eng kam oshish miqdori.
- Bayonnoma — savdo natijasi qayd etilgan hujjat.

# 3. Roʻyxatdan oʻtish va elektron imzo
Foydalanuvchi oʻzi haqida toʻgʻri maʼlumot beradi va u oʻzgarsa, yangilaydi. Jismoniy shaxs JShShIR, yuridik shaxs STIR boʻyicha aniqlanadi.

Hujjatlar imzolovchining JShShIR yoki STIRi hisobdagisi bilan bir xil boʻlgan elektron raqamli imzo kaliti bilan imzolanadi. Kalit va uning paroli uchun foydalanuvchi javob beradi; kalit boshqa qoʻlga oʻtgan boʻlsa, uni darhol kabinetdagi roʻyxatdan olib tashlaydi.

# 4. Zakalat
Zakalat boshlangʻich narxdan foizda hisoblanadi va ariza berilganda balansda band qilinadi:
- davlat mulkini soddalashtirilgan sotishda: {{shop.deposit}};
- bir kunlik jonli auksionda: {{live.deposit}};
- erkin xususiy savdoda: {{private.deposit}}.

Aniq summa lot kartasida koʻrsatiladi. Foizdan chiqqan summa tiyingacha pastga yaxlitlanadi. Balans yetmasa, ariza qabul qilinmaydi va yetmayotgan summa koʻrsatiladi.

# 5. Ariza va savdoga qoʻyilish
Ariza bir martalik kod bilan tasdiqlanadi. Qabul qilingan ariza egasiga ishtirokchi raqami beriladi; savdo davomida boshqalarga faqat shu raqam koʻrinadi.

Arizani qabul qilish muddati tugaguncha bekor qilish mumkin; oxirgi {{cancel.minutes}} ichida, tasdiqlangan narx yoki amaldagi avtotaklif boʻlganda esa bekor qilib boʻlmaydi. Bekor qilingan ariza zakalati darhol boʻshatiladi.

# 6. Savdo tartibi
Birinchi narx: soddalashtirilgan sotishda — {{shop.firstPrice}}; jonli auksionda — {{live.firstPrice}}.

Qadam: soddalashtirilgan sotishda — {{shop.increment}}; jonli auksionda — {{live.increment}}.

Tasdiqlangan narxni qaytarib olib boʻlmaydi. Vaqt boʻyicha yagona oʻlchov — server soati. Qoʻshimcha vaqt: soddalashtirilgan sotishda {{shop.overtime}}.

Texnik tanaffusda savdo toʻxtatiladi, tasdiqlangan narxlar saqlanadi va qolgan vaqt toʻliq qaytariladi.

# 7. Natija va toʻlov
Gʻolib — oxirgi tasdiqlangan narx egasi. Natija bayonnomada qayd etiladi, uning haqiqiyligini har kim platformada tekshira oladi.

Gʻolib toʻlov muddati: soddalashtirilgan sotishda — {{shop.payment}}; jonli auksionda — {{live.payment}}; xususiy savdoda — {{private.payment}}. Gʻolibning zakalati narx hisobiga oʻtadi.

Savdo ishtirokchisi savdo yakunidan keyin {{protest}} ichida yozma eʼtiroz bildirishi mumkin. Unga {{protest.answer}} ichida asoslangan javob beriladi.

# 8. Zakalatni qaytarish va ushlab qolish
Yutmagan ishtirokchilarning zakalati savdo yopilishi bilan balansda boʻshatiladi. Savdo boʻlib oʻtmasa yoki lot savdodan olinsa, hamma zakalatlar boʻshatiladi.

Gʻolib bayonnomani rad qilsa yoki muddatida toʻlamasa, zakalat qaytarilmaydi va taklif zaxiradagi ishtirokchiga {{invitation}} muddatga oʻtadi. Davlat buyurtmalari boʻyicha bunday gʻolibning savdolarda qatnashishi {{bar.months}}ga cheklanadi.

# 9. Taqiqlangan harakatlar
- boshqa shaxs hisobi yoki imzo kalitidan foydalanish;
- ishtirokchilar oʻrtasida narx boʻyicha kelishuv;
- platforma ishiga texnik aralashish.

# 10. Shaxsiy maʼlumotlar
Operator shaxsiy maʼlumotlarni faqat savdolarni oʻtkazish, toʻlovlar va qonun talab qilgan hisobotlar uchun ishlatadi. Boshqalarga JShShIR va STIR yashirilgan holda koʻrsatiladi.

# 11. Ofertani oʻzgartirish
Operator yangi tahrirni kuchga kirish sanasi va qayta imzolash muddati bilan eʼlon qiladi. Muddatgacha avvalgi tahrir amal qiladi. Foydalanuvchi rozi boʻlmasa, rozi emasligini bildiradi: boshlangan savdolari va majburiyatlari avvalgi shartlarda yakunlanadi.

# 12. Nizolar
Nizolar muzokara yoʻli bilan, kelishuv boʻlmasa — Oʻzbekiston Respublikasi qonunchiligida belgilangan sudda hal qilinadi.
`;

const ru = `
! Это образец. До начала работы оператор заменяет его текстом, который утвердили его юристы, и публикует новую редакцию в панели управления.

# 1. Общие положения
Настоящий документ — публичная оферта оператора электронной торговой площадки (далее — Оператор), обращённая к физическим и юридическим лицам, зарегистрированным на площадке (далее — Пользователь).

Оферта считается принятой с момента подписания этого текста электронной цифровой подписью. Подписанный экземпляр хранится в архиве; его можно в любое время скачать и проверить в личном кабинете.

Пользователь, не подписавший оферту, может наблюдать за торгами, но по истечении установленного срока не может подавать заявки и отправлять заказы на продажу.

# 2. Термины
- Лот — выставленное на торги имущество и опубликованные условия его продажи, которые после публикации не меняются.
- Задаток — сумма, удерживаемая на балансе пользователя в обеспечение его участия в торгах.
- Подтверждённая цена — предложение, принятое площадкой и записанное в журнал торгов.
- Шаг — наименьшее повышение цены.
- Протокол — документ, в котором зафиксирован результат торгов.

# 3. Регистрация и электронная подпись
Пользователь сообщает о себе верные сведения и обновляет их при изменении. Физическое лицо определяется по ПИНФЛ, юридическое — по СТИР.

Документы подписываются ключом электронной цифровой подписи, в котором ПИНФЛ или СТИР совпадает с указанным в учётной записи. За ключ и пароль к нему отвечает пользователь; если ключ попал в чужие руки, он немедленно удаляет его из списка в кабинете.

# 4. Задаток
Задаток исчисляется в процентах от начальной цены и удерживается на балансе при подаче заявки:
- при упрощённой продаже государственного имущества: {{shop.deposit}};
- на живом аукционе в один день: {{live.deposit}};
- при свободной частной продаже: {{private.deposit}}.

Точная сумма указана в карточке лота. Сумма, полученная из процента, округляется вниз до тийина. Если средств не хватает, заявка не принимается и указывается недостающая сумма.

# 5. Заявка и допуск к торгам
Заявка подтверждается одноразовым кодом. Автору принятой заявки присваивается номер участника; во время торгов другие видят только этот номер.

Заявку можно отменить до окончания приёма заявок; в последние {{cancel.minutes}}, а также при наличии подтверждённой цены или действующей автоставки отмена невозможна. Задаток по отменённой заявке освобождается сразу.

# 6. Порядок торгов
Первая цена: при упрощённой продаже — {{shop.firstPrice}}; на живом аукционе — {{live.firstPrice}}.

Шаг: при упрощённой продаже — {{shop.increment}}; на живом аукционе — {{live.increment}}.

Подтверждённую цену отозвать нельзя. Единственная мера времени — часы сервера. Дополнительное время при упрощённой продаже: {{shop.overtime}}.

На время технического перерыва торги приостанавливаются, подтверждённые цены сохраняются, а оставшееся время возвращается полностью.

# 7. Результат и оплата
Победитель — автор последней подтверждённой цены. Результат фиксируется в протоколе, подлинность которого может проверить каждый на площадке.

Срок оплаты победителем: при упрощённой продаже — {{shop.payment}}; на живом аукционе — {{live.payment}}; при частной продаже — {{private.payment}}. Задаток победителя засчитывается в цену.

Участник торгов может в течение {{protest}} после их завершения подать письменный протест. Мотивированный ответ даётся в течение {{protest.answer}}.

# 8. Возврат и удержание задатка
Задаток проигравших участников освобождается на балансе сразу после закрытия торгов. Если торги не состоялись или лот снят, освобождаются все задатки.

Если победитель отказывается от протокола или не платит в срок, задаток не возвращается, а предложение переходит к резервному участнику на срок {{invitation}}. По государственным заказам участие такого победителя в торгах ограничивается на {{bar.months}}.

# 9. Запрещённые действия
- использование чужой учётной записи или чужого ключа подписи;
- сговор участников о цене;
- техническое вмешательство в работу площадки.

# 10. Персональные данные
Оператор использует персональные данные только для проведения торгов, платежей и отчётности, которой требует закон. Другим лицам ПИНФЛ и СТИР показываются скрытыми.

# 11. Изменение оферты
Оператор публикует новую редакцию с датой вступления в силу и сроком повторного подписания. До этого срока действует прежняя редакция. Если пользователь не согласен, он сообщает об этом; начатые им торги и обязательства завершаются на прежних условиях.

# 12. Споры
Споры решаются путём переговоров, а при недостижении согласия — в суде, определённом законодательством Республики Узбекистан.
`;

const en = `
! This is a sample. Before starting, the operator replaces it by the text its lawyers have approved and publishes the new version in the console.

# 1. General
This document is the public offer of the operator of the electronic trading platform (the Operator) to natural persons and legal entities registered on the platform (the User).

The offer is accepted at the moment this text is signed with an electronic digital signature. The signed copy is kept in the archive; it can be downloaded and verified in the personal cabinet at any time.

A user who has not signed the offer may watch auctions but, once the deadline has passed, may neither apply for lots nor send orders to sell.

# 2. Terms
- Lot: property put up for sale together with its published terms, which do not change after publication.
- Deposit: a sum held on the user's balance to secure participation.
- Confirmed price: an offer accepted by the platform and written to the log of the auction.
- Step: the least raise of the price.
- Protocol: the document that records the result of the auction.

# 3. Registration and electronic signature
The user gives correct information and updates it when it changes. A natural person is identified by PINFL, a legal entity by STIR.

Documents are signed with an electronic signature key whose PINFL or STIR is that of the account. The user is responsible for the key and its password; a key that has fallen into other hands must be removed from the list in the cabinet at once.

# 4. Deposit
The deposit is a percentage of the start price and is held on the balance when the application is made:
- simplified sale of state property: {{shop.deposit}};
- one-day live auction: {{live.deposit}};
- free private sale: {{private.deposit}}.

The exact sum is shown on the lot card. A sum derived from a percentage is rounded down to the tiyin. If the balance is too small, the application is not accepted and the missing sum is named.

# 5. Application and admission
An application is confirmed by a one-time code. The applicant gets a participant number; during the auction others see this number only.

An application can be cancelled until applications close; not in the last {{cancel.minutes}}, and not with a confirmed price or a live auto-bid. The deposit of a cancelled application is released at once.

# 6. Trading
First price: in a simplified sale, {{shop.firstPrice}}; in a live auction, {{live.firstPrice}}.

Step: in a simplified sale, {{shop.increment}}; in a live auction, {{live.increment}}.

A confirmed price cannot be withdrawn. The only measure of time is the server's clock. Overtime in a simplified sale: {{shop.overtime}}.

During a technical break trading is suspended, confirmed prices are kept and the remaining time is given back in full.

# 7. Result and payment
The winner is the author of the last confirmed price. The result is recorded in a protocol, whose authenticity anyone can check on the platform.

The winner pays within: simplified sale, {{shop.payment}}; live auction, {{live.payment}}; private sale, {{private.payment}}. The winner's deposit counts toward the price.

A participant may protest in writing within {{protest}} of the close. A reasoned answer is given within {{protest.answer}}.

# 8. Return and forfeiture of the deposit
The deposits of those who did not win are released on their balances as soon as the auction closes. If the auction is not held or the lot is withdrawn, all deposits are released.

If the winner declines the protocol or does not pay in time, the deposit is not returned and the offer passes to the reserve participant for {{invitation}}. For state orders such a winner is barred from auctions for {{bar.months}}.

# 9. What is forbidden
- using another person's account or signature key;
- agreements between participants about the price;
- technical interference with the platform.

# 10. Personal data
The operator uses personal data only to hold auctions, to make payments and for reports the law requires. PINFL and STIR are shown to others masked only.

# 11. Changes of the offer
The operator publishes a new version with the day it takes effect and a deadline for signing it. Until then the former version applies. A user who disagrees says so; auctions and obligations already begun are finished on the former terms.

# 12. Disputes
Disputes are settled by negotiation and, failing agreement, by the court named by the law of the Republic of Uzbekistan.
`;

export const OFFER = { uz: uz.trim(), ru: ru.trim(), en: en.trim() } as const;
