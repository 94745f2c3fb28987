import type { Texts } from '#server/platform/language/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { TemplateParams, NotificationContent } from '#shared/notifications/templates.ts';
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
  'webhookUrl',
  'version',
  'number',
  'remarkCount',
  'sentCount',
  'draftCount',
  'unitCount',
  'count',
] as const;

/** Renders messages, e-mails and SMS. */
export type Renderer = ReturnType<typeof createRenderer>;

export function createRenderer(texts: Pick<Texts, 'text'>) {
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
  function valuesOf(language: Language, content: NotificationContent): Values {
    const params: AnyParams = content.params;
    const values: Values = {};
    if (params.valueOnMs !== undefined) values.valueDay = day(language, params.valueOnMs);
    if (params.lotId !== undefined) values.lot = lot(language, params.lotId, params.lotTitle);
    if (params.orderId !== undefined) values.order = lot(language, params.orderId, params.orderTitle);
    if (params.oldLotId !== undefined) values.oldLot = lot(language, params.oldLotId, undefined);
    if (params.repeatObstacle)
      values.obstacle = texts.text(language, `order-actions:obstacle.${params.repeatObstacle}`);
    if (params.rejectReason)
      values.rejected = texts.text(language, `order-actions:reject.${params.rejectReason}`);
    if (params.barCause) values.cause = say(language, `barCause.${params.barCause}`);
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

  return {
    message(language: Language, content: NotificationContent): Rendered {
      const values = valuesOf(language, content);
      return {
        title: say(language, `${content.template}.title`, values),
        text: say(language, `${content.template}.text`, values).trim(),
        path: pathOf(content),
      };
    },

    /** @param publicUrl where links lead, without a slash at the end */
    letter(
      language: Language,
      content: NotificationContent,
      publicUrl: string,
    ): { subject: string; body: string } {
      const { title, text, path } = this.message(language, content);
      const lines = [say(language, 'letter.greeting'), '', text];
      if (path) lines.push('', say(language, 'letter.open', { url: `${publicUrl}${path}` }));
      const settings = `${publicUrl}/profile/notification-settings`;
      lines.push('', '--', say(language, 'letter.why', { url: settings }));
      return { subject: `Savdo: ${title}`, body: lines.join('\n') };
    },

    sms(language: Language, content: NotificationContent): string {
      return `Savdo. ${this.message(language, content).text}`;
    },
  };
}
