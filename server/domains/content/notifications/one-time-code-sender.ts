import type { Mail } from '#server/integrations/email/index.ts';
import type { SmsGateway } from '#server/integrations/sms/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { CodeSender } from '#server/platform/one-time-codes/index.ts';
import type { Language } from '#shared/i18n/languages.ts';

/** Purposes with a text of their own in `notices:code.purpose`. */
const NAMED = [
  'confirm-phone',
  'confirm-email',
  'apply',
  'cancel-application',
  'purchase',
  'order-requisites',
  'refuse-win-lot',
  'reset-password',
  'register',
];
/** To the owner of a phone or e-mail with which somebody tries to register: without the code, which confirms nothing. */
const ALREADY_REGISTERED = 'register-taken';

const MINUTE_MS = 60_000;

export interface CodeSenderDeps {
  /** null: there is no gateway, so no codes are sent by this channel. */
  sms: SmsGateway | null;
  mail: Mail | null;
  texts: Pick<Texts, 'text'>;
  languageOf(personId: string): Promise<Language>;
}

/** Sends codes in the person's language, immediately and without retries: a late code would only confuse. */
export function createCodeSender({ sms, mail, texts, languageOf }: CodeSenderDeps): CodeSender {
  return {
    async send({ id, channel, to, code, purpose, personId, livesMs }) {
      const language = await languageOf(personId);
      const named = NAMED.includes(purpose) ? purpose : 'other';
      const values = {
        code,
        purpose: texts.text(language, `notices:code.purpose.${named}`),
        count: Math.max(1, Math.floor(livesMs / MINUTE_MS)),
      };
      const kind = purpose === ALREADY_REGISTERED ? 'code.registered' : 'code';
      if (channel === 'phone') {
        if (!sms) throw new Error('no SMS gateway is configured');
        await sms.send({ id, to, text: texts.text(language, `notices:${kind}.sms`, values) });
        return;
      }
      if (!mail) throw new Error('no mail server is configured');
      await mail.send({
        id: `code-${id}`,
        to,
        subject: texts.text(language, `notices:${kind}.subject`),
        text: texts.text(language, `notices:${kind}.letter`, values),
      });
    },
  };
}
