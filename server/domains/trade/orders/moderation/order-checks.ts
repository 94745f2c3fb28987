import type { ActionVerdict } from '#server/domains/people/accounts/index.ts';
import type { SignaturesService } from '#server/domains/people/signatures/index.ts';
import type { OrderCheck, OrderCheckName } from '#shared/api/console/console-orders.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import type { OrderProblem, OrderProblemCode } from '#shared/orders/problem-codes.ts';
import { SECOND_MODERATOR_ABOVE_BASE_AMOUNTS } from '#shared/limits/order-actions.ts';
import type { RequisitesDifference } from '#shared/lifecycles/payout.ts';
import { hashWithoutRequisites, withoutRequisites } from '../canonical-order.ts';
import type { LikelyDuplicate } from '../duplicates.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';
import type { Judgement } from '../judge-order.ts';
import type { Withdrawals } from '../actions/withdrawals.ts';

export interface ChecksDeps {
  judge(order: ModeratedRow): Promise<Judgement>;
  duplicates(order: ModeratedRow): Promise<LikelyDuplicate[]>;
  maySell(personId: string): Promise<ActionVerdict>;
  withdrawals: Pick<Withdrawals, 'owedBy'>;
  signatures: Pick<SignaturesService, 'document'>;
  canonical(order: ModeratedRow): Promise<string>;
  requisitesDiffer(order: ModeratedRow): Promise<readonly RequisitesDifference[]>;
}

export interface CheckedOrder {
  checks: OrderCheck[];
  duplicates: LikelyDuplicate[];
  judgement: Judgement;
}

/** Approval is refused while one of these fails; the others are for the moderator to weigh. */
const DECISIVE: readonly OrderCheckName[] = [
  'fields',
  'signature',
  'customer',
  'auction-only',
  'authorised-seller',
];
export const preventsApproval = ({ check, passed }: OrderCheck): boolean =>
  !passed && DECISIVE.includes(check);

/** Problems that are checks of their own. */
const OWN_CHECK: Partial<Record<OrderProblemCode, OrderCheckName>> = {
  'auction-only': 'auction-only',
  'not-authorised': 'authorised-seller',
};

/** The rules of an order, judged before a moderator looks. Reads outside of transactions. */
export function createOrderChecks(deps: ChecksDeps) {
  /** Requisites alone may change after sending, each time confirmed by a code. */
  async function isSigned(order: ModeratedRow): Promise<boolean> {
    if (order.signed_document_id === null) return false;
    const signed = await deps.signatures.document(null, order.signed_document_id);
    if (!signed) return false;
    const canonical = await deps.canonical(order);
    // The signature is over the file of an import; what its row became was written down in the same transaction.
    if (signed.kind === 'order-import') return order.imported_sha256 === hashWithoutRequisites(canonical);
    const { order: sent } = JSON.parse(signed.document.toString('utf8')) as { order: unknown };
    return withoutRequisites(JSON.stringify(sent)) === withoutRequisites(canonical);
  }

  return {
    async of(order: ModeratedRow): Promise<CheckedOrder> {
      const [judgement, duplicates, verdict, owedTiyin, signed, differences] = await Promise.all([
        deps.judge(order),
        deps.duplicates(order),
        deps.maySell(order.person_id),
        deps.withdrawals.owedBy(order.person_id),
        isSigned(order),
        deps.requisitesDiffer(order),
      ]);
      const ofFields = judgement.problems.filter(({ problem }) => !OWN_CHECK[problem]);
      const fails = (check: OrderCheckName) =>
        judgement.problems.some(({ problem }) => OWN_CHECK[problem] === check);
      const result = (check: OrderCheckName, passed: boolean, problems: OrderProblem[] = []): OrderCheck => ({
        check,
        passed,
        problems,
      });
      return {
        duplicates,
        judgement,
        checks: [
          result('fields', ofFields.length === 0, ofFields),
          result('signature', signed),
          result('customer', !verdict.reason),
          result('penalties', owedTiyin === 0),
          result('duplicates', duplicates.length === 0),
          result('requisites', differences.length === 0),
          result('auction-only', !fails('auction-only')),
          result('authorised-seller', !fails('authorised-seller')),
        ],
      };
    },
  };
}

export type OrderChecks = ReturnType<typeof createOrderChecks>;

/**
 * Property for state benefit worth more than 5 000 base calculation amounts is approved by two moderators: the start price,
 * at a fixed price times the count.
 */
export function needsSecondModerator(
  { orderType, tradeType, startPriceTiyin, quantity = 1 }: OrderFields,
  baseAmountTiyin: number,
): boolean {
  if (orderType !== 'state' || startPriceTiyin === undefined) return false;
  if (!Number.isSafeInteger(startPriceTiyin) || !Number.isSafeInteger(quantity)) return false;
  const count = tradeType === 'fixed-price' ? quantity : 1;
  // Exact: a price has up to 16 digits, and a count more do not fit into a double.
  const worth = BigInt(startPriceTiyin) * BigInt(count);
  return worth > BigInt(SECOND_MODERATOR_ABOVE_BASE_AMOUNTS) * BigInt(baseAmountTiyin);
}
