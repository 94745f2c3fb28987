import { useEffect, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { FormContext, useProblem } from './use-problem.ts';
import css from './form.module.css';

/** Sends what is within the element only while nothing there has a problem; otherwise shows them and goes to the first such field. */
function useFormState<Container extends HTMLElement>(onSubmit: () => void) {
  const [attempts, setAttempts] = useState(0);
  const [problems] = useState(() => new Set<string>());
  const container = useRef<Container>(null);
  const tried = attempts > 0;
  const state = useMemo(() => ({ tried, problems }), [tried, problems]);
  useEffect(() => {
    if (attempts > 0) container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const submit = () => {
    if (problems.size > 0) setAttempts(attempts + 1);
    else onSubmit();
  };
  return { container, state, submit };
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & { onSubmit: () => void };

/**
 * A form that is sent only while nothing in it has a problem. The first attempt shows every problem, and moves the focus to the first
 * field that has one.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  const { container, state, submit } = useFormState<HTMLFormElement>(onSubmit);
  return (
    <FormContext value={state}>
      <form
        noValidate
        {...rest}
        ref={container}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      />
    </FormContext>
  );
}

type FormGroupProps = Omit<ComponentProps<'div'>, 'children' | 'onSubmit' | 'ref'> & {
  onSubmit: () => void;
  /** The fields, and the button that sends them. */
  children: (submit: () => void) => ReactNode;
};

/** Fields with a button of their own inside another form, and so no form element: Enter sends these fields alone. */
export function FormGroup({ onSubmit, children, ...rest }: FormGroupProps) {
  const { container, state, submit } = useFormState<HTMLDivElement>(onSubmit);
  return (
    <FormContext value={state}>
      <div
        {...rest}
        ref={container}
        role="group"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
          event.preventDefault();
          submit();
        }}
      >
        {children(submit)}
      </div>
    </FormContext>
  );
}

/** A problem of no single field, where it is shown once the form was tried. */
export function FormProblem({ problem }: { problem: string | null }) {
  const shown = useProblem(problem);
  return shown ? (
    <p className={css.problem} role="alert">
      {shown}
    </p>
  ) : null;
}
