import { createContext, useContext, useId, useLayoutEffect } from 'react';

interface FormState {
  /** Somebody has tried to send it with a problem: every problem is shown. */
  tried: boolean;
  /** Ids of the problems there are. */
  problems: Set<string>;
}

/** The form around; null: there is none. */
export const FormContext = createContext<FormState | null>(null);

/**
 * A problem keeps the form from being sent while it is there.
 * @returns the problem once the form was tried, or where there is no form; null before
 */
export function useProblem(problem: string | null | undefined): string | null {
  const form = useContext(FormContext);
  const id = useId();
  const problems = form?.problems;
  const has = Boolean(problem);
  useLayoutEffect(() => {
    if (!has || !problems) return;
    problems.add(id);
    return () => void problems.delete(id);
  }, [has, id, problems]);
  return problem && (form === null || form.tried) ? problem : null;
}
