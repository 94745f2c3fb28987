import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { InputField, TextField } from './input-field.tsx';
import { notify } from './toasts.tsx';

/** The text that a dialog asks for. Letters are counted without the spaces around it. */
export interface AskedText {
  label: string;
  hint?: string | ((letters: number) => string);
  /** Fewest and most letters; at least 1: it may not be empty. */
  limits: { min: number; max: number };
  /** What the field says where there are fewer. */
  short: string;
  /** Of the field; a text of one line, as the number of a document is, has none. */
  rows?: number | 'one-line';
  initial?: string;
}

/**
 * It was done, as a toast says, or is the first step, after which the caller shows the next one; or it was refused, or its text
 * is wrong.
 */
type Outcome = { done: string } | { next: () => void } | { refused: string } | { wrong: string };

interface TextDialogProps<Answer> {
  title: string;
  /** What the form does: "Refuse". */
  confirm: string;
  danger?: boolean;
  /** null: nothing is asked for. */
  text: AskedText | null;
  send: (text: string) => Promise<Answer>;
  /** What the answer means; what is done closes the dialog. */
  outcome: (answer: Answer) => Outcome;
  /** After an answer, and after a failure, whose effect is not known: what is shown is read again. */
  onSettled?: () => unknown;
  onClose: () => void;
  /** What it is about and what follows, and fields of the caller. */
  children?: ReactNode;
}

/** One decision, with the text it needs: a reason, an answer, the number of a document. */
export function TextDialog<Answer>(props: TextDialogProps<Answer>) {
  const { title, confirm, danger = false, text, send, outcome, onSettled, onClose, children } = props;
  const [written, setWritten] = useState(text?.initial ?? '');
  const given = written.trim();
  const short = text !== null && given.length < text.limits.min;
  const sending = useMutation({
    mutationFn: async () => outcome(await send(given)),
    onSuccess: (result) => {
      if ('next' in result) result.next();
      if (!('done' in result)) return;
      notify('success', result.done);
      onClose();
    },
    onSettled: () => void onSettled?.(),
  });
  const { data } = sending;
  const refused = data && 'refused' in data ? data.refused : null;
  const wrong = data && 'wrong' in data ? data.wrong : null;
  return (
    <FormDialog
      title={title}
      confirm={confirm}
      danger={danger}
      busy={sending.isPending}
      error={refused ?? sending.error}
      onSubmit={() => sending.mutate()}
      onClose={onClose}
    >
      {children}
      {text === null ? null : (
        <TextControl
          text={text}
          value={written}
          letters={given.length}
          problem={short ? text.short : null}
          error={wrong}
          onChange={(value) => {
            setWritten(value);
            if (!sending.isPending) sending.reset();
          }}
        />
      )}
    </FormDialog>
  );
}

interface TextControlProps {
  text: AskedText;
  value: string;
  letters: number;
  problem: string | null;
  error: string | null;
  onChange: (value: string) => void;
}

function TextControl({ text, value, letters, problem, error, onChange }: TextControlProps) {
  const { label, hint, limits, rows } = text;
  const field = {
    label,
    problem,
    error,
    value,
    hint: typeof hint === 'function' ? hint(letters) : hint,
    maxLength: limits.max,
    'data-autofocus': true,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (rows === 'one-line') return <InputField {...field} />;
  return <TextField {...field} {...(rows === undefined ? {} : { rows })} />;
}
