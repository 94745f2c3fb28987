import type { NewsTexts } from '#shared/api/site/news.ts';

/** Invented news about features that exist; the last one is the newest. */
export const DEMO_NEWS: readonly { requestId: string; texts: NewsTexts }[] = [
  {
    requestId: '5d1f3c1e-8f0a-4f6e-9d57-000000000001',
    texts: {
      uz: {
        title: 'Gʻolib boʻlmagan ishtirokchining zakalati soniyalarda qaytadi',
        summary:
          'Savdo yakunlangach, gʻolib boʻlmagan ishtirokchilarning zakalati darhol balansiga qaytariladi.',
        body: `Savdo tugashi bilan gʻolibdan boshqa hamma ishtirokchining zakalati oʻzi qaytadi: ariza yozish yoki operatorga murojaat qilish shart emas.

## Qayerda koʻrinadi

- «Hisob harakatlari» sahifasida zakalat ushlab turilgani va qaytgani alohida satrda turadi.
- Har bir satrda mavjud va ushlab turilgan summa koʻrsatiladi.
- Xabar shaxsiy kabinetga, tanlagan boʻlsangiz, SMS va elektron pochtaga ham keladi.

Gʻolibning zakalati narx hisobiga oʻtadi.`,
      },
      ru: {
        title: 'Задаток участника, который не выиграл, возвращается за секунды',
        summary: 'После окончания торгов задатки всех, кто не выиграл, сразу возвращаются на баланс.',
        body: `Как только торги закончились, задатки всех участников, кроме победителя, возвращаются сами: не нужно ни заявления, ни звонка оператору.

## Где это видно

- На странице «Движение средств» удержание задатка и его возврат стоят отдельными строками.
- В каждой строке указано, сколько доступно и сколько удержано.
- Сообщение приходит в личный кабинет, а по вашему выбору – в SMS и на электронную почту.

Задаток победителя засчитывается в цену.`,
      },
      'uz-Cyrl': { title: '', summary: '', body: '' },
      en: { title: '', summary: '', body: '' },
    },
  },
  {
    requestId: '5d1f3c1e-8f0a-4f6e-9d57-000000000002',
    texts: {
      uz: {
        title: 'Mashq zali: savdoni pulsiz sinab koʻring',
        summary: 'Bosh sahifadagi mashq zalida narx taklif qilish va avtotaklifni xavfsiz sinash mumkin.',
        body: `Mashq zalida savdo qoidalari haqiqiy zaldagidek ishlaydi, faqat pul va zakalat kerak emas. Raqiblar – dastur boshqaradigan ishtirokchilar.

## Nimani sinash mumkin

- bir marta bosib taklif qilingan narxni tasdiqlash;
- undan yuqori narxni yozib yuborish;
- avtotaklif qoʻyish, oʻzgartirish va olib tashlash;
- oxirgi soniyalarda savdo vaqti qanday uzayishini koʻrish.

Har bir mashq bir necha daqiqa davom etadi, soʻng yangisi boshlanadi.`,
      },
      ru: {
        title: 'Тренировочный зал: попробуйте торги без денег',
        summary:
          'В тренировочном зале на главной странице можно безопасно делать ставки и пробовать автоставку.',
        body: `В тренировочном зале действуют те же правила, что и в настоящем, только без денег и задатка. Соперники – участники, которыми управляет программа.

## Что можно попробовать

- подтвердить предложенную цену одним нажатием;
- написать цену выше;
- поставить, изменить и снять автоставку;
- увидеть, как в последние секунды продлеваются торги.

Каждая тренировка идёт несколько минут, затем начинается новая.`,
      },
      'uz-Cyrl': { title: '', summary: '', body: '' },
      en: { title: '', summary: '', body: '' },
    },
  },
  {
    requestId: '5d1f3c1e-8f0a-4f6e-9d57-000000000003',
    texts: {
      uz: {
        title: 'Savdo natijasini har kim tekshira oladi',
        summary: 'Tugagan savdoning barcha tasdiqlangan narxlari va vaqtlari natija sahifasida ochiq turadi.',
        body: `Har bir tasdiqlangan narx oʻzidan oldingisiga zanjir qilib bogʻlanadi, shuning uchun tarixni keyin oʻzgartirib boʻlmaydi.

## Natija sahifasida

- barcha tasdiqlangan narxlar, ishtirokchi raqami va millisekundgacha vaqt bilan;
- savdo vaqti qachon va nima uchun uzaygani;
- bayonnoma raqami va uni tekshirish havolasi.

Ishtirokchilar raqam bilan koʻrsatiladi, ismlar oshkor qilinmaydi.`,
      },
      ru: {
        title: 'Результат торгов может проверить каждый',
        summary: 'Все подтверждённые цены и время завершённых торгов открыты на странице результата.',
        body: `Каждая подтверждённая цена связана с предыдущей в цепочку, поэтому историю нельзя изменить задним числом.

## На странице результата

- все подтверждённые цены с номером участника и временем до миллисекунды;
- когда и почему продлевались торги;
- номер протокола и ссылка для его проверки.

Участники указаны номерами, имена не раскрываются.`,
      },
      'uz-Cyrl': { title: '', summary: '', body: '' },
      en: {
        title: 'Anyone can check the result of an auction',
        summary: 'All confirmed prices and times of a finished auction are open on its result page.',
        body: `Each confirmed price is chained to the one before it, so that the history cannot be changed afterwards.

## On the result page

- all confirmed prices with the participant's number and the time to the millisecond;
- when the auction was extended, and why;
- the number of the protocol and the link that checks it.

Participants appear by number; names are not disclosed.`,
      },
    },
  },
];
