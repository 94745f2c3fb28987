import type { OrderRemark, OrderStepState } from '#shared/api/cabinet/orders.ts';
import { stepOfField } from '#shared/orders/order-fields.ts';
import { problemsBySteps, type OrderProblem } from '#shared/orders/order-problems.ts';

/** What is to be done on each step of the form. */
export const stepStates = (
  problems: readonly OrderProblem[],
  remarks: readonly OrderRemark[],
): OrderStepState[] => {
  const open = remarks.filter(({ answered }) => !answered);
  return problemsBySteps(problems).map((state) => ({
    ...state,
    remarks:
      state.step === 'check'
        ? open.length
        : open.filter(({ field }) => stepOfField(field) === state.step).length,
  }));
};
