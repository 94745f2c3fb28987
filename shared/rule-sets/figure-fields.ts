import { MAX_TIYIN } from '../auction/rules.ts';
import { FORFEIT_RECEIVERS, PENALTY_RECEIVERS } from './forfeit-receivers.ts';

/**
 * Figures of a rule set one by one, by their path: the form of staff, the checks on both sides and the list of differences read
 * this table. `seconds` are stored in ms, `minute` is of the day in Tashkent (`10:00`), `sum` is in UZS and stored in tiyin,
 * `percents` are those of the first prices and of all that follow, `steps` are `price: raise` lines in UZS.
 */
type FigureKind =
  | 'percent'
  | 'whole'
  | 'seconds'
  | 'minute'
  | 'sum'
  | 'percents'
  | 'steps'
  | 'choice'
  | 'yes-no';

export interface FigureField {
  path: string;
  kind: FigureKind;
  min?: number;
  max?: number;
  options?: readonly string[];
  /** May be left empty. */
  optional?: true;
  /** Asked for only where this path has one of these values. */
  where?: readonly [path: string, ...values: string[]];
}

const PERCENT = { kind: 'percent', min: 0, max: 100 } as const;
const YES_NO = { kind: 'yes-no' } as const;
const DAY_SECONDS = 86_400;
const INCREMENT_KINDS = ['percentOfStart', 'percentOfCurrent', 'fixed', 'ladder'] as const;

/** A raise, under `increment` or `incrementAbove.increment`. */
const raise = (at: string, where?: FigureField['where']): FigureField[] => {
  const under = (kind: string, more: Omit<FigureField, 'path'>): FigureField => ({
    ...more,
    path: `${at}.${more.kind === 'percents' ? 'percents' : more.kind === 'steps' ? 'steps' : more.kind === 'sum' ? 'amount' : 'percent'}`,
    where: [`${at}.kind`, kind],
  });
  return [
    { path: `${at}.kind`, kind: 'choice', options: INCREMENT_KINDS, ...(where ? { where } : {}) },
    under('percentOfStart', { kind: 'percents', min: 0, max: 10_000 }),
    under('percentOfCurrent', { kind: 'percent', min: 0.01, max: 10_000 }),
    under('fixed', { kind: 'sum', min: 1, max: MAX_TIYIN / 100 }),
    under('ladder', { kind: 'steps' }),
  ];
};

const part = (name: string, fields: readonly FigureField[]): FigureField[] => [
  { path: name, ...YES_NO },
  ...fields.map((field): FigureField => ({ where: [name, 'yes'], ...field, path: `${name}.${field.path}` })),
];

/** Sections of the form, in its order. */
export const FIGURE_SECTIONS = {
  price: [
    { path: 'firstBid', kind: 'choice', options: ['atStart', 'startPlusIncrement'] },
    ...raise('increment'),
    { path: 'incrementAbove', ...YES_NO },
    {
      path: 'incrementAbove.baseAmounts',
      kind: 'whole',
      min: 1,
      max: 1_000_000,
      where: ['incrementAbove', 'yes'],
    },
    ...raise('incrementAbove.increment', ['incrementAbove', 'yes']),
    { path: 'leaderMayRaise', ...YES_NO },
    { path: 'autoBid', kind: 'choice', options: ['leastThatLeads', 'aboveRunnerUp'] },
  ],
  overtime: part('overtime', [
    { path: 'windowMs', kind: 'seconds', min: 0, max: DAY_SECONDS },
    { path: 'extendToMs', kind: 'seconds', min: 0, max: DAY_SECONDS },
    { path: 'capMs', kind: 'seconds', min: 0, max: 30 * DAY_SECONDS, optional: true },
    { path: 'dailyStop', kind: 'minute', optional: true },
  ]),
  participants: [
    { path: 'minParticipants.count', kind: 'whole', min: 1, max: 1_000 },
    { path: 'minParticipants.at', kind: 'choice', options: ['start', 'close'] },
    { path: 'offerToSoleParticipant', ...YES_NO },
    { path: 'applicationsUntil', kind: 'choice', options: ['start', 'hourBeforeStart', 'close'] },
  ],
  deposit: [
    { path: 'deposit.minPercent', ...PERCENT },
    { path: 'deposit.usualPercent', ...PERCENT },
    { path: 'deposit.maxPercent', ...PERCENT },
    { path: 'limitPercent', ...PERCENT, optional: true },
    { path: 'limitFromPrice', kind: 'whole', min: 1, max: 10, optional: true },
    { path: 'limitOffStep', ...YES_NO },
    ...part('maxJump', [
      { path: 'offer', kind: 'whole', min: 1, max: 1_000_000 },
      { path: 'maximum', kind: 'whole', min: 1, max: 1_000_000 },
    ]),
  ],
  window: [
    { path: 'window.opensMinute', kind: 'minute', where: ['window.kind', 'workingDays', 'untilQuiet'] },
    { path: 'window.closesMinute', kind: 'minute', where: ['window.kind', 'workingDays'] },
    { path: 'window.days', kind: 'whole', min: 1, max: 60, where: ['window.kind', 'workingDays'] },
    {
      path: 'window.quietMs',
      kind: 'seconds',
      min: 10,
      max: DAY_SECONDS,
      where: ['window.kind', 'untilQuiet'],
    },
    { path: 'window.lengthMs', kind: 'seconds', min: 60, max: DAY_SECONDS, where: ['window.kind', 'rounds'] },
    { path: 'window.pauseMs', kind: 'seconds', min: 0, max: DAY_SECONDS, where: ['window.kind', 'rounds'] },
  ],
  payment: [
    { path: 'paymentWorkingDays.min', kind: 'whole', min: 0, max: 250 },
    { path: 'paymentWorkingDays.usual', kind: 'whole', min: 0, max: 250 },
    { path: 'paymentWorkingDays.max', kind: 'whole', min: 0, max: 250 },
    { path: 'graceWorkingDays', kind: 'whole', min: 0, max: 1, optional: true },
    ...part('lateFee', [
      { path: 'percentPerDay', ...PERCENT },
      { path: 'capPercent', ...PERCENT },
    ]),
    { path: 'partsPatienceDays', kind: 'whole', min: 1, max: 365, optional: true },
  ],
  repeat: part('repeat', [
    { path: 'by', kind: 'choice', options: ['rules', 'customer'] },
    { path: 'after.count', kind: 'whole', min: 1, max: 366 },
    { path: 'after.kind', kind: 'choice', options: ['workingDays', 'days', 'months'] },
    { path: 'publishMinute', kind: 'minute' },
    { path: 'withinDays', kind: 'whole', min: 1, max: 3_650 },
    { path: 'noticeDays', kind: 'whole', min: 1, max: 365, optional: true },
    { path: 'cut.minPercent', ...PERCENT },
    { path: 'cut.usualPercent', ...PERCENT },
    { path: 'cut.maxPercent', ...PERCENT },
    { path: 'cut.inAllPercent', ...PERCENT },
  ]),
  money: [
    { path: 'operatorFeePercent', ...PERCENT, optional: true },
    { path: 'forfeitedDepositTo', kind: 'choice', options: FORFEIT_RECEIVERS },
    { path: 'penaltyTo', kind: 'choice', options: PENALTY_RECEIVERS },
  ],
} as const satisfies Record<string, readonly FigureField[]>;

export type FigureSection = keyof typeof FIGURE_SECTIONS;

export const FIGURE_FIELDS: readonly FigureField[] = Object.values(FIGURE_SECTIONS).flat();
