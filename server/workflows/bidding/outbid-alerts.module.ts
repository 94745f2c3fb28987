import { createPassedPricesRepository } from '#server/auction/index.ts';
import { ACCOUNT_EVENTS } from '#server/domains/people/accounts/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import {
  createChoicesRepository,
  OUTBID_TTL_S,
  type DeliverAlerts,
  type PushAlerts,
  type PushSubscriptions,
  type TelegramLinks,
} from '#server/domains/content/notifications/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { SessionEnd } from '#server/platform/sessions/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import { createTellOutbid } from './tell-outbid.ts';

/** Together with the sending right after it, well within the 2 s in which a price can still be answered with calm. */
const TELL_MS = 400;

interface OutbidAlertsNeeds extends Pick<Base, 'database' | 'texts'> {
  accounts: { byId(id: string): Promise<{ language: Language } | null> };
  lotsRepository: Pick<LotsRepository, 'get'>;
  pushAlerts: PushAlerts;
  pushSubscriptions: PushSubscriptions;
  telegramLinks: TelegramLinks;
  deliverPush: DeliverAlerts;
  deliverTelegram: DeliverAlerts;
}

/** People whose price was passed while they look elsewhere see it in their browsers and in Telegram. */
export const outbidAlertsModule = defineModule({
  name: 'outbid-alerts',
  create({ database: { db }, texts, accounts, lotsRepository, pushAlerts }: OutbidAlertsNeeds) {
    const prices = createPassedPricesRepository(db);
    const choices = createChoicesRepository(db);
    return {
      passedPrices: prices,
      tellOutbid: createTellOutbid({
        db,
        prices,
        alerts: pushAlerts,
        async lot(lotId) {
          const lot = await lotsRepository.get(lotId);
          return lot && !lot.practice ? { title: lot.title } : null;
        },
        async reader(personId) {
          const channels = (await choices.of(personId)).flatMap(({ topic, channel, wanted }) =>
            wanted && topic === 'auctions' && (channel === 'push' || channel === 'telegram') ? [channel] : [],
          );
          const account = channels.length > 0 ? await accounts.byId(personId) : null;
          return account && { language: account.language, channels };
        },
        words: (language, { title, priceTiyin, usedUpTiyin }) => ({
          title:
            usedUpTiyin === null
              ? texts.text(language, 'server:alert.outbid.title', { price: formatMoney(priceTiyin) })
              : texts.text(language, 'server:alert.outbid.usedUp', {
                  maximum: formatMoney(usedUpTiyin),
                  price: formatMoney(priceTiyin),
                }),
          body: texts.text(language, 'server:alert.outbid.text', { title }),
        }),
        now: () => Date.now(),
        usefulS: OUTBID_TTL_S,
      }),
    };
  },
  listeners: ({ pushSubscriptions, telegramLinks }) => ({
    [ACCOUNT_EVENTS.passwordReplaced]: [
      {
        name: 'end-telegram-of-password',
        // Who knew the one before may have connected a chat of their own, which would read on.
        handle: ({ personId, atMs }) => telegramLinks.unlink(String(personId), Number(atMs)),
      },
    ],
    [ACCOUNT_EVENTS.sessionsOver]: [
      {
        name: 'end-telegram',
        // A chat belongs to the account and not to a session: another role ends none.
        async handle({ personId, because, atMs }) {
          if ((because as SessionEnd) !== 'disabled') return;
          await telegramLinks.unlink(String(personId), typeof atMs === 'number' ? atMs : undefined);
        },
      },
      {
        name: 'end-alerts',
        handle: ({ personId, atMs }) =>
          pushSubscriptions.personOver(String(personId), typeof atMs === 'number' ? atMs : undefined),
      },
    ],
  }),
  jobs: ({ tellOutbid, deliverPush, deliverTelegram, passedPrices }) => {
    // Asked right before each is sent: nothing is said of a price that the person has answered.
    const deliver = (send: DeliverAlerts) =>
      send(
        'outbid',
        async ({ lotId, ownSeq, personId }) =>
          lotId !== null && ownSeq !== null && passedPrices.isStillPassed(lotId, personId, ownSeq),
      );
    return [
      { name: 'tell who was outbid', everyMs: TELL_MS, run: tellOutbid },
      { name: 'deliver outbid alerts', everyMs: TELL_MS, run: () => deliver(deliverPush) },
      { name: 'deliver outbid alerts to Telegram', everyMs: TELL_MS, run: () => deliver(deliverTelegram) },
    ];
  },
});
