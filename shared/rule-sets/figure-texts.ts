import { parseSum, formatTiyin } from '../money/money.ts';
import { FIGURE_FIELDS, type FigureField } from './figure-fields.ts';
import type { RuleSetFigures } from './rule-set-figures.ts';

/** Figures as they are written in a form: one text for each path. */
export type FigureTexts = Readonly<Record<string, string>>;

export interface FigureProblem {
  /** Of the field, or of a payout share: `payoutShares.0.mfo`. */
  path: string;
  problem: (typeof FIGURE_PROBLEMS)[number];
  min?: number;
  max?: number;
}
export const FIGURE_PROBLEMS = [
  'empty',
  'not-a-number',
  'too-small',
  'too-large',
  'too-precise',
  'not-a-time',
  'not-steps',
  'below-least',
  'above-most',
  'ends-before-start',
  'never-raises',
  'sum-of-shares',
  'two-sellers',
  'account',
  'mfo',
  'mfo-unknown',
  'window-kind',
  'no-money-here',
  'wrong',
] as const;

type Tree = Record<string, unknown>;

const valueAt = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Tree | null | undefined)?.[key], tree);

function put(tree: Tree, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop()!;
  let at = tree;
  for (const key of keys) {
    if (typeof at[key] !== 'object' || at[key] === null) at[key] = {};
    at = at[key] as Tree;
  }
  at[last] = value;
}

const two = (value: number): string => String(value).padStart(2, '0');
/** A number with a decimal comma or point as JavaScript writes it; null: none. */
const numberOf = (text: string): number | null => {
  const plain = text.replace(/[\s\u00a0]/g, '').replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
};

function textOf({ kind }: FigureField, value: unknown): string {
  if (kind === 'yes-no') return value === undefined || value === null || value === false ? 'no' : 'yes';
  if (value === undefined || value === null) return '';
  switch (kind) {
    case 'seconds':
      return String((value as number) / 1_000);
    case 'minute':
      return `${two(Math.floor((value as number) / 60))}:${two((value as number) % 60)}`;
    case 'sum':
      return formatTiyin(value as number);
    case 'percents':
      return (value as number[]).join('; ');
    case 'steps':
      return (value as [number, number][])
        .map(([from, amount]) => `${formatTiyin(from)}: ${formatTiyin(amount)}`)
        .join('\n');
    default:
      return String(value);
  }
}

/** What the form begins with. */
export function figureTexts(figures: RuleSetFigures): FigureTexts {
  const texts: Record<string, string> = { 'window.kind': figures.window.kind };
  for (const field of FIGURE_FIELDS) texts[field.path] = textOf(field, valueAt(figures, field.path));
  texts.autoBid ||= 'leastThatLeads';
  texts.forfeitedDepositTo ||= 'seller';
  texts.penaltyTo ||= 'operator';
  const shares = figures.payoutShares ?? [];
  texts['payoutShares.length'] = String(shares.length);
  for (const [at, { percent, account }] of shares.entries()) {
    texts[`payoutShares.${at}.percent`] = String(percent);
    texts[`payoutShares.${at}.to`] = account ? 'account' : 'seller';
    for (const part of ['bankName', 'account', 'mfo', 'holderName'] as const)
      texts[`payoutShares.${at}.${part}`] = account?.[part] ?? '';
  }
  return texts;
}

/** Whether the form asks for a field, as it is filled in now. */
export function isAsked(texts: FigureTexts, field: FigureField): boolean {
  if (!field.where) return true;
  const [path, ...values] = field.where;
  const asking = FIGURE_FIELDS.find((each) => each.path === path);
  return values.includes(texts[path] ?? '') && (asking === undefined || isAsked(texts, asking));
}

type Read = { value: unknown } | Omit<FigureProblem, 'path'>;

function readNumber(field: FigureField, text: string): Read {
  const value = numberOf(text);
  if (value === null) return { problem: 'not-a-number' };
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = field;
  if (value < min) return { problem: 'too-small', min };
  if (value > max) return { problem: 'too-large', max };
  const scaled = field.kind === 'percent' ? value * 100 : field.kind === 'seconds' ? value * 1_000 : value;
  const whole = Math.round(scaled);
  if (Math.abs(scaled - whole) > 1e-6) return { problem: 'too-precise' };
  return { value: field.kind === 'seconds' ? whole : value };
}

function readSteps(text: string): Read {
  const steps: [number, number][] = [];
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [from, amount, more] = line.split(':').map((part) => parseSum(part.replace(/[\s\u00a0]/g, '')));
    const before = steps.at(-1)?.[0] ?? -1;
    if (from === undefined || from === null || !amount || more !== undefined || from <= before)
      return { problem: 'not-steps' };
    steps.push([from, amount]);
  }
  return steps.length === 0 || steps.length > 100 ? { problem: 'not-steps' } : { value: steps };
}

function readField(field: FigureField, written: string): Read {
  const text = written.trim();
  if (field.kind === 'yes-no') return { value: text === 'yes' };
  if (text === '') return field.optional ? { value: undefined } : { problem: 'empty' };
  switch (field.kind) {
    case 'choice':
      return field.options?.includes(text) ? { value: text } : { problem: 'wrong' };
    case 'minute': {
      const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
      const value = Number(hour) * 60 + Number(minute);
      return Number(minute) < 60 && value < 1_440 ? { value } : { problem: 'not-a-time' };
    }
    case 'sum': {
      const tiyin = parseSum(text.replace(/[\s\u00a0]/g, ''));
      return tiyin ? { value: tiyin } : { problem: 'not-a-number' };
    }
    case 'percents': {
      const percents = text
        .split(/[;\n]/)
        .map((part) => readNumber({ ...field, kind: 'percent' }, part.trim()));
      const wrong = percents.find((each) => 'problem' in each);
      return wrong ?? { value: percents.map((each) => ('value' in each ? each.value : 0)) };
    }
    case 'steps':
      return readSteps(text);
    default:
      return readNumber(field, text);
  }
}

/** Figures from a form. They are whole only without problems; rules between them are judged by `figureProblems`. */
export function readFigureTexts(texts: FigureTexts): { figures: RuleSetFigures; problems: FigureProblem[] } {
  const problems: FigureProblem[] = [];
  const figures: Tree = { window: { kind: texts['window.kind'] }, overtime: null };
  const parts = new Set(['overtime', 'incrementAbove', 'maxJump', 'lateFee', 'repeat']);
  for (const field of FIGURE_FIELDS) {
    if (!isAsked(texts, field)) continue;
    const read = readField(field, texts[field.path] ?? '');
    if ('problem' in read) problems.push({ path: field.path, ...read });
    else if (parts.has(field.path)) {
      if (read.value) put(figures, field.path, {});
    } else if (read.value !== undefined) put(figures, field.path, read.value);
  }
  const count = Number(texts['payoutShares.length'] ?? 0);
  if (count > 0) {
    figures.payoutShares = Array.from({ length: count }, (_, at) => {
      const of = (part: string): string => (texts[`payoutShares.${at}.${part}`] ?? '').trim();
      const path = `payoutShares.${at}.percent`;
      const percent = readNumber({ path, kind: 'percent', min: 0.01, max: 100 }, of('percent'));
      if ('problem' in percent) problems.push({ path, ...percent });
      const account = {
        bankName: of('bankName'),
        account: of('account'),
        mfo: of('mfo'),
        holderName: of('holderName'),
      };
      return {
        percent: 'value' in percent ? percent.value : 0,
        ...(of('to') === 'account' ? { account } : {}),
      };
    });
  }
  return { figures: figures as unknown as RuleSetFigures, problems };
}

/** Paths whose texts differ between two versions, in the order of the form. */
export function changedFigures(before: RuleSetFigures, after: RuleSetFigures) {
  const [old, next] = [figureTexts(before), figureTexts(after)];
  const shown = (texts: FigureTexts, field: FigureField): string | null =>
    isAsked(texts, field) ? (texts[field.path] ?? '') : null;
  return FIGURE_FIELDS.flatMap((field) => {
    const [was, is] = [shown(old, field), shown(next, field)];
    return was === is ? [] : [{ field, was, is }];
  });
}
