import type { Texts } from '#server/platform/language/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { NotificationContent, TemplateName, TemplateParams } from '#shared/notifications/templates.ts';
import { fillWords, smsOf, wordsIn, type MessageTexts } from '#shared/notifications/own-texts.ts';
import { formatTime, tashkentParts } from '#shared/time/tashkent.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { pathOf } from './message-path.ts';

/** A message in one language: plain text. */
export interface Rendered {
  title: string;
  text: string;
  path: string | null;
}

type Values = Record<string, string | number>;

/** Parameters of all templates, each optional. */
type AnyParams = Partial<
  TemplateParams['deposit-held'] &
    TemplateParams['auction-won'] &
    Pick<TemplateParams['lot-part-paid'], 'nextTiyin'> &
    TemplateParams['auction-soon'] &
    TemplateParams['lot-offered'] &
    TemplateParams['application-admitted'] &
    TemplateParams['application-turned-down'] &
    TemplateParams['top-up-credited'] &
    TemplateParams['transfer-credited'] &
    TemplateParams['phone-confirmed'] &
    TemplateParams['email-confirmed'] &
    TemplateParams['offer-signed'] &
    TemplateParams['contact-answered'] &
    TemplateParams['protest-filed'] &
    TemplateParams['order-returned'] &
    TemplateParams['order-rejected'] &
    TemplateParams['purchase-bought'] &
    TemplateParams['order-repeat-planned'] &
    TemplateParams['orders-imported'] &
    TemplateParams['order-repeat-blocked'] &
    TemplateParams['lot-repeated'] &
    TemplateParams['bar-imposed'] &
    TemplateParams['erasure-requested'] &
    TemplateParams['second-factor-changed'] &
    TemplateParams['api-token-created'] &
    TemplateParams['payout-destination-added'] &
    TemplateParams['saved-search-found'] &
    TemplateParams['webhook-off'] &
    TemplateParams['viewing-booked'] &
    TemplateParams['technical-break-over'] &
    TemplateParams['incident-message']
>;

const AS_THEY_ARE = [
  'reason',
  'provider',
  'phone',
  'email',
  'tokenName',
  'ending',
  'searchName',
  'webhookUrl',
  'version',
  'number',
  'remarkCount',
  'sentCount',
  'draftCount',
  'unitCount',
  'count',
] as const;

/** Remarks of the longest orders would make an SMS of a dozen parts; the page of the order has them all. */
const REMARKS_MAX = 300;
const excerpt = (text: string): string =>
  text.length > REMARKS_MAX ? `${text.slice(0, REMARKS_MAX).trimEnd()}…` : text;

interface Letter {
  subject: string;
  body: string;
}

const SAMPLE_AT_MS = Date.UTC(2026, 10, 25, 13);
/** Every parameter there is, as an example. */
const SAMPLE_PARAMS = {
  lotId: 1_000_017,
  lotTitle: {
    uz: 'Ikki xonali uy',
    ru: 'Двухкомнатный дом',
    'uz-Cyrl': 'Икки хонали уй',
    en: 'Two-room house',
  },
  orderId: 1_000_001,
  oldLotId: 1_000_003,
  repeatObstacle: 'profile',
  rejectReason: {
    uz: 'mulk xatlangan, garovda yoki nizoli',
    ru: 'имущество под арестом, в залоге или является предметом спора',
    'uz-Cyrl': 'мулк хатланган, гаровда ёки низоли',
    en: 'the property is under arrest, pledge or dispute',
  },
  chosenReason: {
    uz: 'maʼlumotlar yoki hujjatlar toʻliq emas',
    ru: 'сведения или документы неполные',
    'uz-Cyrl': 'маълумотлар ёки ҳужжатлар тўлиқ эмас',
    en: 'particulars or documents are incomplete',
  },
  remarks: ['1-izoh', '2-izoh'],
  barCause: {
    uz: 'soxta hujjatlar',
    ru: 'поддельные документы',
    'uz-Cyrl': 'сохта ҳужжатлар',
    en: 'false documents',
  },
  factorChange: 'app-set',
  valueOnMs: SAMPLE_AT_MS,
  lastDayMs: SAMPLE_AT_MS,
  amountTiyin: 12_500_000_00,
  nextTiyin: 8_000_000_00,
  priceTiyin: 250_000_000_00,
  payByMs: SAMPLE_AT_MS,
  reason: '1-sabab',
  bidderNumber: 17,
  provider: 'Payme',
  phone: '+998 90 •••-••-67',
  email: 'a•••@example.uz',
  tokenName: 'API',
  ending: '4321',
  searchName: '1',
  webhookUrl: 'https://example.uz/hook',
  version: 3,
  number: 17,
  remarkCount: 2,
  sentCount: 40,
  draftCount: 2,
  unitCount: 3,
  count: 5,
  words: { uz: 'Matn', ru: 'Текст', 'uz-Cyrl': 'Матн', en: 'Text' },
} satisfies AnyParams;

/** Renders messages, e-mails and SMS. */
export type Renderer = ReturnType<typeof createRenderer>;

/** @param onBroken words of staff could not be filled, and the shipped ones are sent */
export function createRenderer(
  texts: Pick<Texts, 'text'>,
  onBroken: (error: unknown, template: TemplateName) => void,
) {
  const say = (language: Language, key: string, values?: Values) =>
    texts.text(language, `notices:${key}`, values);

  const day = (language: Language, atMs: number): string => {
    const { year, month, day: date } = tashkentParts(atMs);
    const name = texts.text(language, `dates:month.${month}`);
    return texts.text(language, 'dates:dayOfYear', { day: date, month: name, year });
  };
  const minute = (atMs: number): string => formatTime(atMs).slice(0, 5);

  const lot = (language: Language, id: number, title: LocalizedText | undefined): string =>
    title
      ? say(language, 'value.lotTitled', { id, title: title[language] })
      : say(language, 'value.lot', { id });

  /** Values for the placeholders of all texts. */
  function valuesOf(language: Language, params: AnyParams): Values {
    const values: Values = {};
    if (params.valueOnMs !== undefined) values.valueDay = day(language, params.valueOnMs);
    if (params.lotId !== undefined) values.lot = lot(language, params.lotId, params.lotTitle);
    if (params.orderId !== undefined) values.order = lot(language, params.orderId, params.orderTitle);
    if (params.oldLotId !== undefined) values.oldLot = lot(language, params.oldLotId, undefined);
    if (params.repeatObstacle)
      values.obstacle = texts.text(language, `order-actions:obstacle.${params.repeatObstacle}`);
    if (params.rejectReason)
      values.rejected =
        typeof params.rejectReason === 'string'
          ? texts.text(language, `order-actions:reject.${params.rejectReason}`)
          : params.rejectReason[language];
    values.chosen = params.chosenReason
      ? say(language, 'value.chosen', { name: params.chosenReason[language] })
      : '';
    values.remarks = excerpt((params.remarks ?? []).map((remark) => `«${remark}»`).join(' '));
    if (params.barCause)
      values.cause =
        typeof params.barCause === 'string'
          ? say(language, `barCause.${params.barCause}`)
          : params.barCause[language];
    if (params.factorChange) values.change = say(language, `factorChange.${params.factorChange}`);
    if (params.lastDayMs !== undefined) values.date = day(language, params.lastDayMs);
    if (params.amountTiyin !== undefined) values.amount = formatMoney(params.amountTiyin);
    if (params.nextTiyin !== undefined) values.next = formatMoney(params.nextTiyin);
    if (params.priceTiyin !== undefined) values.price = formatMoney(params.priceTiyin);
    const atMs =
      params.startsAtMs ??
      params.opensAtMs ??
      params.admitByMs ??
      params.answerByMs ??
      params.publishAtMs ??
      params.dueAtMs;
    if (atMs !== undefined) {
      values.date = day(language, atMs);
      values.time = minute(atMs);
    }
    if (params.payByMs !== undefined) values.due = due(language, params.payByMs);
    if (typeof params.payByMs === 'number') {
      values.date = day(language, params.payByMs);
      values.time = minute(params.payByMs);
    }
    if (params.words) values.words = params.words[language];
    if (params.bidderNumber !== undefined) values.number = params.bidderNumber;
    if (params.reason) values.because = say(language, 'value.because', { reason: params.reason });
    else if (params.reason === '') values.because = '';
    for (const name of AS_THEY_ARE) if (params[name] !== undefined) values[name] = params[name];
    return values;
  }

  const due = (language: Language, payByMs: number | null): string =>
    payByMs === null
      ? ''
      : say(language, 'value.due', { date: day(language, payByMs), time: minute(payByMs) });

  /** The words of staff with their values; null: there are none, or they cannot be filled. */
  function filled(language: Language, template: TemplateName, own: MessageTexts | null, values: Values) {
    if (!own) return null;
    try {
      return fillWords(wordsIn(own, language), values);
    } catch (error) {
      // Not retried: the shipped words say the same.
      onBroken(error, template);
      return null;
    }
  }

  return {
    /** @param own the words of staff; null: the shipped ones */
    message(language: Language, content: NotificationContent, own: MessageTexts | null): Rendered {
      const values = valuesOf(language, content.params);
      const words = filled(language, content.template, own, values) ?? {
        title: say(language, `${content.template}.title`, values),
        text: say(language, `${content.template}.text`, values).trim(),
      };
      // What a message of an earlier version lacks leaves two spaces.
      return { title: words.title, text: words.text.replaceAll('  ', ' '), path: pathOf(content) };
    },

    letter(
      language: Language,
      content: NotificationContent,
      { own, publicUrl }: { own: MessageTexts | null; publicUrl: string },
    ): Letter {
      return this.letterOf(language, this.message(language, content, own), publicUrl);
    },

    /** @param publicUrl where links lead, without a slash at the end */
    letterOf(language: Language, { title, text, path }: Rendered, publicUrl: string): Letter {
      const lines = [say(language, 'letter.greeting'), '', text];
      if (path) lines.push('', say(language, 'letter.open', { url: `${publicUrl}${path}` }));
      const settings = `${publicUrl}/profile/notification-settings`;
      lines.push('', '--', say(language, 'letter.why', { url: settings }));
      return { subject: `Savdo: ${title}`, body: lines.join('\n') };
    },

    sms: (rendered: Pick<Rendered, 'text'>): string => smsOf(rendered.text),

    /** Values of an example for the placeholders of all texts. */
    samples(language: Language): Record<string, string> {
      const values = valuesOf(language, SAMPLE_PARAMS);
      return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    },
  };
}
