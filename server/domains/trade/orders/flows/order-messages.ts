import { toCyrillic } from '#shared/i18n/transliterate.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { NotificationContent } from '#shared/notifications/templates.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import type { ModeratedRow } from './moderated-order-tables.ts';
import type { OrderMove } from './order-move.ts';

/** In every language from the two it is written in; undefined without any. English readers get the Uzbek one. */
function orderTitle({ title }: OrderFields): LocalizedText | undefined {
  const uz = title?.uz || title?.ru;
  return uz ? { uz, ru: title?.ru || uz, 'uz-Cyrl': toCyrillic(uz), en: uz } : undefined;
}

/** What the customer is written because of a change; null: they made it themselves and it costs nothing. */
export function messageOf(
  move: OrderMove,
  order: Pick<ModeratedRow, 'id' | 'fields'>,
  penaltyTiyin: number,
): NotificationContent | null {
  const title = orderTitle(order.fields);
  const about = { orderId: order.id, ...(title && { orderTitle: title }) };
  switch (move.event) {
    case 'return':
      return {
        template: 'order-returned',
        params: {
          ...about,
          chosenReason: move.reason.name,
          remarkCount: move.remarks.length,
          remarks: move.remarks.map(({ text }) => text),
        },
      };
    case 'reject':
      return {
        template: 'order-rejected',
        params: { ...about, rejectReason: move.reason.name, reason: move.why },
      };
    case 'approve':
      return { template: 'order-approved', params: about };
    case 'publish':
      return { template: 'order-published', params: { ...about, lotId: move.lotId } };
    case 'refuse-terms':
      return { template: 'order-terms-impossible', params: about };
    case 'sell': {
      const { lotId, priceTiyin } = move;
      return { template: 'order-sold', params: { ...about, lotId, priceTiyin } };
    }
    case 'end-unsold':
      return { template: 'order-not-sold', params: { ...about, lotId: move.lotId } };
    case 'withdraw-by-staff':
      return { template: 'order-withdrawn-by-staff', params: { ...about, lotId: move.lotId } };
    case 'withdraw':
      return penaltyTiyin === 0
        ? { template: 'order-withdrawn', params: about }
        : { template: 'order-penalty', params: { ...about, amountTiyin: penaltyTiyin } };
    case 'finish':
      return { template: 'order-finished', params: { ...about, lotId: move.lotId } };
    case 'close':
      return move.by.kind === 'customer' ? null : { template: 'order-closed', params: about };
    case 'plan-repeat': {
      const { lotId, publishAtMs, priceTiyin } = move;
      if (move.by.kind === 'customer') return null;
      return { template: 'order-repeat-planned', params: { ...about, lotId, publishAtMs, priceTiyin } };
    }
    case 'postpone-repeat': {
      const { lotId, publishAtMs, priceTiyin, why = '' } = move;
      return {
        template: 'order-repeat-postponed',
        params: { ...about, lotId, publishAtMs, priceTiyin, reason: why },
      };
    }
    case 'block-repeat': {
      const { lotId, obstacle: repeatObstacle } = move;
      return { template: 'order-repeat-blocked', params: { ...about, lotId, repeatObstacle } };
    }
    case 'stop-repeat': {
      const { lotId, by, why = '' } = move;
      if (by.kind === 'customer') return null;
      return { template: 'order-repeat-stopped', params: { ...about, lotId, reason: why } };
    }
    case 'trade-again': {
      const { lotId, priceTiyin } = move;
      return { template: 'order-repeated', params: { ...about, lotId, priceTiyin } };
    }
    case 'send':
    case 'take-back':
    case 'cancel':
    case 'delete':
    // The messages about the lost sale, the hand-over or the cancelled result say it.
    case 'lose-sale':
    case 'lose-result':
    case 'confirm-hand-over':
    case 'dispute-hand-over':
      return null;
  }
}
