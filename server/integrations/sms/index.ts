/** SMS of this country's gateways behind one port. */
import type { Config } from '#server/platform/config/index.ts';
import type { SandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import { createEskiz } from './eskiz.ts';
import { createPlayMobile } from './playmobile.ts';
import type { SmsGateway } from './port.ts';
import { createSmsTwin } from './sms-sandbox.ts';

export { SmsNotTaken, SmsRefused, type SmsGateway } from './port.ts';
export { reportedMessage, type ReportedSms } from './eskiz-report.ts';

/** Path of a gateway's delivery reports. */
export const SMS_REPORT_PATH = '/sms/eskiz';

/** The configured gateway; null when there is none, and nothing can be sent. */
export function openSms(
  { sms, publicUrl }: Pick<Config, 'sms' | 'publicUrl'>,
  outbox: SandboxOutbox,
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
