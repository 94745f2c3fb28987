/** Version 1 of the service contract, a template like ./offer-1.ts and written the same way. */
const uz = `
! Bu namunaviy matn. Operator uni foydalanishdan oldin oʻz yuristlari tasdiqlagan matn bilan almashtiradi.

# 1. Shartnoma predmeti
Operator foydalanuvchiga elektron savdolarda qatnashish uchun platforma xizmatlarini koʻrsatadi, foydalanuvchi esa ushbu shartnoma va ommaviy oferta shartlariga amal qiladi.

# 2. Operator majburiyatlari
- platformaning kechayu kunduz ishlashini taʼminlash, rejali ishlar haqida oldindan xabar berish;
- har bir taklifga, qabul qilinganiga ham, rad etilganiga ham, sababi bilan javob berish;
- savdo jurnalini oʻzgarmas holda saqlash va uni tekshirish imkonini berish;
- zakalatlarni oferta qoidalari boʻyicha boʻshatish;
- soat {{hours.opens}} dan {{hours.closes}} gacha murojaatlarga javob berish.

# 3. Foydalanuvchi majburiyatlari
- oʻzi haqida toʻgʻri maʼlumot berish, telefon va elektron pochtani tasdiqlash;
- kirish paroli, bir martalik kodlar va elektron imzo kalitini hech kimga bermaslik;
- yutilgan lot haqini muddatida toʻlash;
- sotilayotgan mulk haqida toʻliq va rost maʼlumot berish, agar buyurtmachi boʻlsa.

# 4. Balans va hisob-kitoblar
Foydalanuvchi balansi platforma ichidagi hisob boʻlib, bank omonati emas, unga foiz yozilmaydi. Balans toʻlov tizimlari orqali toʻldiriladi.

Band qilinmagan mablagʻ foydalanuvchi arizasi boʻyicha uning hisob raqamiga yoki kartasiga qaytariladi. Har bir harakat summasi, sanasi va asosi kabinetda koʻrsatiladi.

Xizmat haqi olinsa, uning miqdori lot kartasida yoki buyurtma yuborishdan oldin koʻrsatiladi.

# 5. Javobgarlik
Operator savdo jurnaliga yozilgan tasdiqlangan narxlarning toʻgʻriligi uchun javob beradi. Foydalanuvchining internet aloqasi, qurilmasi yoki kalitidagi nosozlik uchun Operator javob bermaydi.

Platforma tomonidagi nosozlikda savdo toʻxtatiladi va oferta boʻyicha davom ettiriladi.

# 6. Yengib boʻlmas kuch
Tomonlar oldindan koʻrib boʻlmaydigan va bartaraf etib boʻlmaydigan holatlar sababli majburiyat bajarilmagani uchun javobgar emas. Bunday holat haqida imkon boʻlishi bilan xabar beriladi.

# 7. Amal qilish muddati
Shartnoma imzolangan kundan muddati cheklanmagan holda amal qiladi. Foydalanuvchi roziligini qaytarib olib, shartnomani istalgan vaqtda toʻxtatishi mumkin; shu paytgacha boshlangan savdolar va majburiyatlar oxiriga yetkaziladi.

# 8. Rekvizitlar
Operator rekvizitlari platformaning aloqa sahifasida eʼlon qilinadi. Foydalanuvchi rekvizitlari uning shaxsiy kabinetida koʻrsatiladi.
`;

const ru = `
! Это образец. До начала работы оператор заменяет его текстом, который утвердили его юристы.

# 1. Предмет договора
Оператор оказывает пользователю услуги площадки для участия в электронных торгах, а пользователь соблюдает условия настоящего договора и публичной оферты.

# 2. Обязанности оператора
- обеспечивать круглосуточную работу площадки и заранее сообщать о плановых работах;
- отвечать на каждое предложение, принятое и отклонённое, с указанием причины;
- хранить журнал торгов неизменным и давать возможность его проверить;
- освобождать задатки по правилам оферты;
- отвечать на обращения с {{hours.opens}} до {{hours.closes}}.

# 3. Обязанности пользователя
- сообщать о себе верные сведения, подтвердить телефон и электронную почту;
- никому не передавать пароль, одноразовые коды и ключ электронной подписи;
- вовремя оплачивать выигранный лот;
- если он заказчик — сообщать о продаваемом имуществе полные и правдивые сведения.

# 4. Баланс и расчёты
Баланс пользователя — это счёт внутри площадки, а не банковский вклад; проценты на него не начисляются. Баланс пополняется через платёжные системы.

Свободные средства по заявлению пользователя возвращаются на его счёт или карту. Сумма, дата и основание каждого движения показываются в кабинете.

Если взимается плата за услуги, её размер указывается в карточке лота или до отправки заказа.

# 5. Ответственность
Оператор отвечает за верность подтверждённых цен, записанных в журнал торгов. За неисправность связи, устройства или ключа пользователя Оператор не отвечает.

При неисправности на стороне площадки торги приостанавливаются и продолжаются в порядке, установленном офертой.

# 6. Непреодолимая сила
Стороны не отвечают за неисполнение обязательств из-за обстоятельств, которые нельзя было ни предвидеть, ни устранить. О таких обстоятельствах сообщается, как только это возможно.

# 7. Срок действия
Договор действует бессрочно со дня подписания. Пользователь может в любое время отозвать согласие и прекратить договор; начатые до этого торги и обязательства доводятся до конца.

# 8. Реквизиты
Реквизиты Оператора публикуются на странице контактов площадки. Реквизиты пользователя указаны в его личном кабинете.
`;

const en = `
! This is a sample. Before starting, the operator replaces it by the text its lawyers have approved.

# 1. Subject
The Operator provides the user with the services of the platform for taking part in electronic auctions; the user keeps to the terms of this contract and of the public offer.

# 2. Duties of the Operator
- to keep the platform running day and night and to announce planned work beforehand;
- to answer every offer, accepted or refused, with the reason;
- to keep the log of the auction unchanged and to let it be verified;
- to release deposits by the rules of the offer;
- to answer enquiries from {{hours.opens}} to {{hours.closes}}.

# 3. Duties of the user
- to give correct information and to confirm phone and e-mail;
- to hand the password, one-time codes and the signature key to nobody;
- to pay for a lot won in time;
- as a customer, to give full and true information about the property for sale.

# 4. Balance and settlement
The user's balance is an account inside the platform, not a bank deposit, and bears no interest. It is topped up through payment systems.

Money that is not held is returned to the user's account or card on request. The sum, date and ground of every movement are shown in the cabinet.

Where a service fee is charged, it is shown on the lot card or before an order is sent.

# 5. Liability
The Operator answers for the correctness of confirmed prices written to the log of the auction. The Operator does not answer for faults of the user's connection, device or key.

On a fault on the platform's side the auction is suspended and continued as the offer provides.

# 6. Force majeure
The parties do not answer for obligations unmet because of circumstances that could be neither foreseen nor overcome. Such circumstances are announced as soon as possible.

# 7. Term
The contract is in force without limit of time from the day it is signed. The user may withdraw consent and end the contract at any time; auctions and obligations begun before are brought to their end.

# 8. Particulars
The Operator's particulars are published on the contact page of the platform. The user's are shown in the personal cabinet.
`;

export const SERVICE_CONTRACT = { uz: uz.trim(), ru: ru.trim(), en: en.trim() } as const;
