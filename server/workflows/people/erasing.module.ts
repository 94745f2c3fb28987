import { randomInt } from 'node:crypto';
import {
  ACCOUNT_EVENTS,
  type ActionRecorder,
  type PersonNumbers,
} from '#server/domains/people/accounts/index.ts';
import type { NotificationDelivery, Notifications } from '#server/domains/content/notifications/index.ts';
import type { EraseRows } from '#server/domains/people/personal-data/index.ts';
import { openDirectory, SHIPPED_ISSUER } from '#server/identity/index.ts';
import { crashPoint } from '#server/platform/crash-points/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { ErasureObstacle } from '#shared/limits/erasure.ts';
import type { WorkflowStep } from '../crash-steps.ts';
import { createEraseDue } from './erase-person.ts';

const HOUR_MS = 3_600_000;

/** Without letters and digits that look like one another. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 6;
const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');

interface ErasingNeeds extends Pick<Base, 'config' | 'database' | 'logger' | 'sessions' | 'texts'> {
  actions: ActionRecorder;
  eraseRows: EraseRows;
  leftOf(on: AnyDb, personId: string): Promise<ErasureObstacle[]>;
  notifications: Pick<Notifications, 'notify'>;
  personNumbers: Pick<PersonNumbers, 'remember'>;
  postOffice: NotificationDelivery;
}

/** What becomes of requests to delete accounts on their day. */
export const erasingModule = defineModule({
  name: 'erasing',
  create: ({ config, database: { db }, logger, sessions, texts, ...needs }: ErasingNeeds) => ({
    eraseDue: createEraseDue({
      db,
      newCode,
      left: needs.leftOf,
      eraseRows: needs.eraseRows,
      actions: needs.actions,
      postOffice: needs.postOffice,
      notify: needs.notifications.notify,
      rememberNumbers: (tx, personId) => needs.personNumbers.remember(tx, personId),
      async removeSignIn(tx, { issuer, subject }) {
        if (issuer === SHIPPED_ISSUER) await openDirectory({ db: tx }).remove(subject);
      },
      sessionsOver: ACCOUNT_EVENTS.sessionsOver,
      endSessions: (personId, because) => sessions.endAll(personId, { because }),
      crashAt: crashPoint<WorkflowStep>(config.crashAt),
      pseudonyms: (code) =>
        Object.fromEntries(
          LANGUAGES.map((language) => [language, texts.text(language, 'server:pseudonym', { code })]),
        ) as LocalizedText,
      onFailure: (error, erasureId) => logger.error({ err: error, erasureId }, 'account not erased'),
    }),
  }),
  jobs: ({ eraseDue }, log) => [
    {
      name: 'erase accounts',
      everyMs: HOUR_MS,
      async run() {
        const counts = await eraseDue.round();
        if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'accounts erased');
      },
    },
  ],
});
