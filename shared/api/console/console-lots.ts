import { z } from 'zod';
import { lotCorrectionSchema } from '../../orders/lot-correction.ts';
import { contract } from '../contract.ts';
import { idField } from '../fields.ts';
import { LOT_PARTS } from '../site/lot-tabs.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

/**
 * Until the first application, reservation or purchase: 409 `console-lots.applied-for` afterwards (the decision `correct-lot` of two persons), 409
 * `console-lots.two-persons` for a phone or an e-mail that the lot did not name before (the same decision), 409 `console-lots.over` for a lot that has ended, `turned-down-before` for who has corrected it three times within 30 days,
 * 422 `console-lots.no-photo` for a photo that it does not have and `console-lots.letters` for Uzbek in other letters, HTML
 * or hidden marks, 404 for an unknown lot.
 */
export const correctLot = contract({
  name: 'console.correct-lot',
  refusals: {
    404: ['not-found'],
    409: ['console-lots.applied-for', 'console-lots.over', 'console-lots.two-persons', 'turned-down-before'],
    422: ['console-lots.letters', 'console-lots.no-photo'],
  },
  subject: { kind: 'lot', param: 'lotId' },
  method: 'post',
  path: '/api/console/lots/:lotId/correct',
  summary: 'Correct the name, the description or the photos of a lot',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.moderateOrders },
  rateLimit: { perMinute: 60 },
  params: z.object({ lotId: idField }),
  body: lotCorrectionSchema,
  answer: z.object({ corrected: z.array(z.enum(LOT_PARTS)) }),
});

export const consoleLotContracts = [correctLot];
