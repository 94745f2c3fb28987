/** SMS of this country's gateways behind one port. */
import type { Config } from '#server/platform/config/index.ts';
import type { TwinOutbox } from '#server/platform/twin-outbox/index.ts';
import { createEskiz } from './eskiz.ts';
import { createPlayMobile } from './playmobile.ts';
import type { SmsGateway } from './port.ts';
import { createSmsTwin } from './twin.ts';

export { SmsNotTaken, SmsRefused, type Sms, type SmsFate, type SmsGateway, type SmsWord } from './port.ts';
export { reportedMessage, type ReportedSms } from './eskiz-report.ts';
export { plainSms } from './plain-text.ts';
export { createEskiz, type EskizSettings } from './eskiz.ts';
export { createPlayMobile, type PlayMobileSettings } from './playmobile.ts';
export { createSmsTwin } from './twin.ts';

/** Path under which a gateway tells what became of messages. */
export const SMS_REPORT_PATH = '/sms/eskiz';

/** The gateway the settings name; null when there is none, and then nothing can be sent. */
export function openSms(
  { sms, publicUrl }: Pick<Config, 'sms' | 'publicUrl'>,
  outbox: TwinOutbox,
): SmsGateway | null {
  switch (sms?.provider) {
    case 'eskiz': {
      // Only an address the gateway can reach.
      const callbackUrl = publicUrl.startsWith('https:') ? `${publicUrl}${SMS_REPORT_PATH}` : null;
      return createEskiz({ ...sms, callbackUrl });
    }
    case 'playmobile':
      return createPlayMobile({ ...sms, originator: sms.from });
    case 'twin':
      return createSmsTwin(outbox);
    case undefined:
      return null;
  }
}
