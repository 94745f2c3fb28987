import type { TelegramLinks } from '#server/domains/content/notifications/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { linkTelegram, telegramState, unlinkTelegram } from '#shared/api/cabinet/telegram.ts';

/** A person's chat with the bot. */
export function registerTelegramRoutes(app: HttpApp, telegram: TelegramLinks): void {
  registerContract(app, telegramState, (call) => telegram.state(call.signedIn().personId));
  registerContract(app, linkTelegram, (call) => telegram.invite(call.signedIn().personId));
  registerContract(app, unlinkTelegram, async (call) => {
    const { personId } = call.signedIn();
    await telegram.unlink(personId);
    return telegram.state(personId);
  });
}
