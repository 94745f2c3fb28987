import type { Texts } from '#server/platform/language/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { TemplateParams, Told } from '#shared/notifications/templates.ts';
import { formatTime, tashkentParts } from '#shared/time/tashkent.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { pathOf } from './message-path.ts';

/** A message in somebody's language: plain text. */
export interface Rendered {
  title: string;
  text: string;
  path: string | null;
}

type Values = Record<string, string | number>;

/** What some template has, another may lack. */
type AnyParams = Partial<
  TemplateParams['deposit-held'] &
    TemplateParams['auction-won'] &
    TemplateParams['auction-soon'] &
    TemplateParams['application-admitted'] &
    TemplateParams['application-turned-down'] &
    TemplateParams['top-up-credited'] &
    TemplateParams['phone-confirmed'] &
    TemplateParams['email-confirmed'] &
    TemplateParams['offer-signed'] &
    TemplateParams['contact-answered']
>;

const AS_THEY_ARE = ['reason', 'provider', 'phone', 'email', 'version', 'number'] as const;

/** Puts messages, letters and SMS into words. */
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

  /** Every value any text may name. */
  function valuesOf(language: Language, told: Told): Values {
    const params: AnyParams = told.params;
    const values: Values = {};
    if (params.lotId !== undefined) values.lot = lot(language, params.lotId, params.lotTitle);
    if (params.amountTiyin !== undefined) values.amount = formatMoney(params.amountTiyin);
    if (params.priceTiyin !== undefined) values.price = formatMoney(params.priceTiyin);
    if (params.opensAtMs !== undefined) {
      values.date = day(language, params.opensAtMs);
      values.time = minute(params.opensAtMs);
    }
    if (params.payByMs !== undefined) values.due = due(language, params.payByMs);
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
    message(language: Language, told: Told): Rendered {
      const values = valuesOf(language, told);
      return {
        title: say(language, `${told.template}.title`, values),
        text: say(language, `${told.template}.text`, values).trim(),
        path: pathOf(told),
      };
    },

    /** @param publicUrl where links lead, without a slash at the end */
    letter(language: Language, told: Told, publicUrl: string): { subject: string; body: string } {
      const { title, text, path } = this.message(language, told);
      const lines = [say(language, 'letter.greeting'), '', text];
      if (path) lines.push('', say(language, 'letter.open', { url: `${publicUrl}${path}` }));
      const settings = `${publicUrl}/profile/notification-settings`;
      lines.push('', '--', say(language, 'letter.why', { url: settings }));
      return { subject: `Savdo: ${title}`, body: lines.join('\n') };
    },

    sms(language: Language, told: Told): string {
      return `Savdo. ${this.message(language, told).text}`;
    },
  };
}
