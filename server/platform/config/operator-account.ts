import type { Variables } from './variables.ts';

/** The operator's account that buyers pay to by a bank's payment order. */
export interface OperatorAccount {
  recipient: string;
  stir: string;
  bank: string;
  account: string;
  mfo: string;
}

/** Invented, where everything else is pretended too. */
const PRETENDED: OperatorAccount = {
  recipient: 'Savdo demo operatori MCHJ',
  stir: '300000005',
  bank: 'Namuna bank',
  account: '20208000900000000001',
  mfo: '00014',
};

const NAMES = [
  'OPERATOR_NAME',
  'OPERATOR_STIR',
  'OPERATOR_BANK',
  'OPERATOR_ACCOUNT',
  'OPERATOR_MFO',
] as const;

/** Null unless it is given. Adds to `problems` what is missing of one that is given in part. */
export function operatorAccountOf(
  v: Variables,
  pretend: boolean,
  problems: string[],
): OperatorAccount | null {
  const { OPERATOR_NAME: recipient, OPERATOR_STIR: stir, OPERATOR_BANK: bank } = v;
  const { OPERATOR_ACCOUNT: account, OPERATOR_MFO: mfo } = v;
  if (recipient && stir && bank && account && mfo) return { recipient, stir, bank, account, mfo };
  const missing = NAMES.filter((name) => !v[name]);
  if (missing.length < NAMES.length)
    problems.push(`${missing.join(', ')} missing: the operator's account needs all`);
  return pretend ? PRETENDED : null;
}
