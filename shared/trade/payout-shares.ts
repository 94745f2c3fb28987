import { basisPoints, shareOf } from '../auction/amounts.ts';

/** An account that a rule set names to share the money of a sale. */
export interface PayoutRecipient {
  bankName: string;
  account: string;
  mfo: string;
  holderName: string;
}

/** Of the money of a sale; without an account it is the seller's. Percents have at most two decimals. */
export interface ShareRule {
  percent: number;
  account?: PayoutRecipient | undefined;
}

/** What the operator takes of a price: never all of it. */
export const operatorFee = (priceTiyin: number, feePercent: number): number =>
  Math.min(shareOf(priceTiyin, basisPoints(feePercent)), priceTiyin - 1);

/** A payout of a sale, as planned. */
export interface PlannedShare {
  /** From 1, in the order of the rule set. */
  share: number;
  recipient: PayoutRecipient | null;
  /** Its part of the price; the parts make up the price. */
  priceTiyin: number;
  /** The fee is taken from the first part alone. */
  feeTiyin: number;
}

const SELLER_ALONE: readonly ShareRule[] = [{ percent: 100 }];

/**
 * Who gets what of a price: the price without the fee by the percents of the rule set, each rounded down, and the remainder to
 * the first. A share that comes to nothing is left out.
 * @param feeTiyin less than the price
 */
export function sharesOf(
  priceTiyin: number,
  feeTiyin: number,
  rules: readonly ShareRule[] = SELLER_ALONE,
): PlannedShare[] {
  const net = priceTiyin - feeTiyin;
  const amounts = rules.map(({ percent }) => shareOf(net, basisPoints(percent)));
  const remainder = net - amounts.reduce((sum, amount) => sum + amount, 0);
  return rules
    .map(({ account }, at): PlannedShare => {
      const isFirst = at === 0;
      const amount = amounts[at]! + (isFirst ? remainder : 0);
      const fee = isFirst ? feeTiyin : 0;
      return { share: at + 1, recipient: account ?? null, priceTiyin: amount + fee, feeTiyin: fee };
    })
    .filter(({ share, priceTiyin: price }) => share === 1 || price > 0);
}

/**
 * The operator's fee of parts that are paid now: so that the fees so far are pro rata of what is paid of the price, rounded down.
 * With the last part they are the fee of the whole price.
 * @param sofar.paidTiyin of the price, the parts that are paid now included
 * @param sofar.takenTiyin fees of the parts before
 */
export function feeOfParts(
  whole: { feeTiyin: number; priceTiyin: number },
  sofar: { paidTiyin: number; takenTiyin: number },
): number {
  const due = (BigInt(whole.feeTiyin) * BigInt(sofar.paidTiyin)) / BigInt(whole.priceTiyin);
  return Math.max(0, Number(due) - sofar.takenTiyin);
}
