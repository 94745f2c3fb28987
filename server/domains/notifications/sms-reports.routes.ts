import express from 'express';
import { reportedMessage, SMS_REPORT_PATH, type SmsGateway } from '#server/integrations/sms/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';
import type { DeliveriesRepository } from './deliveries.repository.ts';

const BODY_LIMIT = '8kb';

export interface SmsReportDeps {
  gateway: SmsGateway;
  deliveries: Pick<DeliveriesRepository, 'isOurs' | 'report'>;
  onProblem(error: unknown): void;
}

/**
 * Where an SMS gateway tells what became of messages. Anybody can call it, so it only makes us ask: about numbers of our
 * own messages, and the gateway itself.
 */
export function registerSmsReportRoutes(
  app: HttpApp,
  { gateway, deliveries, onProblem }: SmsReportDeps,
): void {
  app.plain.post(
    SMS_REPORT_PATH,
    express.json({ limit: BODY_LIMIT }),
    express.urlencoded({ extended: false, limit: BODY_LIMIT }),
    async (req, res) => {
      const id = reportedMessage(req.body);
      try {
        if (id !== null && (await deliveries.isOurs(id))) {
          const fate = await gateway.fate(id);
          if (fate === 'delivered' || fate === 'undelivered') await deliveries.report(id, fate);
        }
      } catch (error) {
        // Not retried: the gateway reports again by itself when we answer with an error.
        onProblem(error);
        res.sendStatus(503);
        return;
      }
      res.sendStatus(204);
    },
  );
}
