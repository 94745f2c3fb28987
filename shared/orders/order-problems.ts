import { DOCUMENT_LIMITS, IMAGE_LIMITS } from '../api/cabinet/files.ts';
import { judgeKind } from './kind-rules.ts';
import { ORDER_STEPS, stepOfField, type OrderFields, type OrderStep } from './order-fields.ts';
import { judgePlace, warnOfPlace } from './place-rules.ts';
import { judgePrice } from './price-rules.ts';
import type { Judged, OrderContext } from './problem-context.ts';
import type { OrderProblem, OrderProblemCode } from './problem-codes.ts';
import { judgeProperty } from './property-rules.ts';
import { judgeRequisites } from './requisites-rules.ts';
import { judgeTrade } from './trade-rules.ts';

export type { FileCounts, OrderContext } from './problem-context.ts';
export type { OrderProblem, OrderProblemCode } from './problem-codes.ts';

/** Everything that stops sending an order, in the order of the form. Pure; the server alone applies it, the form asks it only what is missing. */
export const orderProblems = (fields: OrderFields, context: OrderContext): OrderProblem[] => [
  ...judgeKind(fields, context),
  ...judgeProperty(fields, context),
  ...judgePlace(fields, context),
  ...judgePrice(fields, context),
  ...judgeTrade(fields, context),
  ...judgeFiles(fields, context),
  ...judgeRequisites(fields, context),
];

/** Worth a look; they stop nothing. */
export const orderWarnings = (fields: OrderFields, context: OrderContext): OrderProblem[] => [
  ...warnOfPlace(fields, context),
];

/** Problems of requisites alone. */
export const requisitesProblems = (
  requisites: OrderFields['requisites'],
  context: OrderContext,
): OrderProblem[] => [...judgeRequisites({ requisites }, context)];

/** Photos and documents; the estimate of state property comes with the appraiser's report. */
function* judgeFiles({ orderType }: OrderFields, { files }: OrderContext): Judged {
  if (!files) return;
  const { minCount: min, count: max } = IMAGE_LIMITS;
  const { images, mainImages, documents } = files;
  if (images < min)
    yield { field: 'photos', problem: 'photos-too-few', details: { min, missing: min - images } };
  else if (images > max) yield { field: 'photos', problem: 'photos-too-many', details: { max } };
  if (images > 0 && mainImages !== 1) yield { field: 'photos', problem: 'main-photo' };
  if (documents > DOCUMENT_LIMITS.count)
    yield { field: 'documents', problem: 'documents-too-many', details: { max: DOCUMENT_LIMITS.count } };
  if (orderType === 'state' && documents === 0) yield { field: 'documents', problem: 'estimate-report' };
}

/** Problems of a field that is empty: what the progress strip counts as missing. */
const MISSING: readonly OrderProblemCode[] = [
  'required',
  'selection',
  'price',
  'estimate-required',
  'choose-coordinate',
  'photos-too-few',
  'estimate-report',
];
export const isMissing = ({ problem, field, part }: OrderProblem): boolean =>
  MISSING.includes(problem) || (field === 'requisites' && part === undefined);

export interface StepProblems {
  step: OrderStep;
  missing: number;
  problems: number;
}

/** How many problems each step of the form has. */
export const problemsBySteps = (problems: readonly OrderProblem[]): StepProblems[] =>
  ORDER_STEPS.map((step) => {
    const here = step === 'check' ? problems : problems.filter(({ field }) => stepOfField(field) === step);
    return { step, missing: here.filter(isMissing).length, problems: here.length };
  });
