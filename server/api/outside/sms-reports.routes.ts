import { type DeliveriesRepository, deliveryNamed } from '#server/domains/content/notifications/index.ts';
import express from 'express';
import {
  reportedMessage,
  SMS_REPORT_PATH,
  type ReportedSms,
  type SmsGateway,
} from '#server/integrations/sms/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';

const BODY_LIMIT = '8kb';

export interface SmsReportDeps {
  gateway: SmsGateway;
  deliveries: Pick<DeliveriesRepository, 'isOurs' | 'isUnended' | 'markSent' | 'report'>;
  onProblem(error: unknown): void;
}

/**
 * Delivery reports of the SMS gateway. Anyone can call it, so a report only causes a query: about our own messages, and to the
 * gateway itself. A message whose sender died before it noted the gateway's acceptance is known by our own id, and is not
 * sent again.
 */
export function registerSmsReportRoutes(
  app: HttpApp,
  { gateway, deliveries, onProblem }: SmsReportDeps,
): void {
  async function learn({ gatewayId, id }: ReportedSms): Promise<void> {
    const known = await deliveries.isOurs(gatewayId);
    const unended = known ? null : deliveryNamed(id);
    if (!known && (unended === null || !(await deliveries.isUnended(unended)))) return;
    const said = await gateway.fate(gatewayId);
    if (!said || (unended !== null && said.id !== id)) return;
    if (unended !== null) await deliveries.markSent(unended, gatewayId);
    if (said.fate !== 'on-its-way') await deliveries.report(gatewayId, said.fate);
  }

  app.plain.post(
    SMS_REPORT_PATH,
    express.json({ limit: BODY_LIMIT }),
    express.urlencoded({ extended: false, limit: BODY_LIMIT }),
    async (req, res) => {
      try {
        const reported = reportedMessage(req.body);
        if (reported) await learn(reported);
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
