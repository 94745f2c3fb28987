import { demandFreshSignIn } from '#server/domains/people/accounts/index.ts';
import type { TelegramLinks } from '#server/domains/content/notifications/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { linkTelegram, telegramState, unlinkTelegram } from '#shared/api/cabinet/telegram.ts';

/** A person's chat with the bot. */
export function registerTelegramRoutes(app: HttpApp, telegram: TelegramLinks): void {
  registerContract(app, telegramState, (call) => telegram.state(call.signedIn().personId));
  // Who opens the address reads every message of the account from then on, also after its sessions ended.
  registerContract(app, linkTelegram, (call) =>
    telegram.invite(demandFreshSignIn(call.session).person.personId),
  );
  registerContract(app, unlinkTelegram, async (call) => {
    const { personId } = call.signedIn();
    await telegram.unlink(personId);
    return telegram.state(personId);
  });
}
